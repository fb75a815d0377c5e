import Foundation

/// The marble diagram of an example.
public struct Picture {
  /// The example.
  public let example: Example
  /// What happened in it.
  public let diagram: MarbleDiagram
  /// The name of its file: `Chapter1-connect.svg`.
  public let fileName: String

  /// The picture, an SVG document.
  public var svg: String { diagram.svg(title: "\(example.name): \(example.summary)") }
}

extension Chapter {
  /// Runs examples in virtual time and draws those that have a tick.
  ///
  /// - Throws: What an example throws, and `MarbleError` where one can't be drawn.
  public func pictures(of examples: [Example]) throws -> [Picture] {
    try examples.filter { $0.tick != nil }.compactMap { example in
      try example.diagram(of: example.run()).map {
        Picture(
          example: example, diagram: $0, fileName: "Chapter\(number)-\(example.name).svg")
      }
    }
  }

  /// The headings of the examples that are drawn, and below each its diagram as text.
  public func drawings() throws -> String {
    try pictures(of: examples).map { "\(heading($0.example))\n\n\($0.diagram.text)\n" }
      .joined(separator: "\n")
  }
}

extension Example {
  /// The marble diagram of a run, or nil where the example has no tick.
  ///
  /// - Throws: `MarbleError` where it can't be drawn.
  public func diagram(of transcript: Transcript) throws -> MarbleDiagram? {
    guard let tick else { return nil }
    do {
      return try MarbleDiagram(
        transcript.entries, tick: tick, window: window, showsDemand: showsDemand)
    } catch {
      throw MarbleError("the example \"\(name)\" can't be drawn: \(error)")
    }
  }
}

/// Writes pictures into a folder, and makes it where there is none: all of them, or no new file.
///
/// - Returns: The paths of the files.
func save(_ pictures: [(fileName: String, svg: String)], to folder: String) throws -> [String] {
  let manager = FileManager.default
  let url = URL(fileURLWithPath: folder, isDirectory: true)
  try manager.createDirectory(at: url, withIntermediateDirectories: true)
  var added: [URL] = []
  do {
    return try pictures.map { picture in
      let file = url.appendingPathComponent(picture.fileName)
      let isNew = !manager.fileExists(atPath: file.path)
      try Data(picture.svg.utf8).write(to: file, options: .atomic)
      if isNew { added.append(file) }
      return (folder as NSString).appendingPathComponent(picture.fileName)
    }
  } catch {
    for file in added { try? manager.removeItem(at: file) }
    throw error
  }
}
