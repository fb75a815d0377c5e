// swift-tools-version: 6.0
import PackageDescription

let combine: Target.Dependency = .product(name: "OpenCombineShim", package: "OpenCombine")
let arguments: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")

/// Declares a chapter: its executable and its tests.
func chapter(_ number: Int) -> [Target] {
  [
    .executableTarget(
      name: "Chapter\(number)", dependencies: ["Playground", arguments, combine],
      path: "Chapters/Chapter\(number)", exclude: ["expected.log", "marbles.log"]),
    .testTarget(
      name: "Chapter\(number)Tests",
      dependencies: [
        .target(name: "Chapter\(number)"), "Playground", "PublisherContract", "TestSupport",
        combine,
      ],
      path: "Tests/Chapter\(number)Tests"),
  ]
}

let package = Package(
  name: "CombineChapters",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  ],
  targets: [
    .target(
      name: "Playground", dependencies: [combine, arguments], path: "Chapters/Playground"),
    .testTarget(
      name: "PlaygroundTests",
      dependencies: ["Playground", "PublisherContract", "TestSupport", combine],
      path: "Tests/PlaygroundTests"),
    .target(
      name: "PublisherContract", dependencies: ["Playground", combine],
      path: "Chapters/PublisherContract"),
    .executableTarget(
      name: "Contract", dependencies: ["PublisherContract", "Playground", arguments, combine],
      path: "Chapters/Contract"),
    .testTarget(
      name: "PublisherContractTests",
      dependencies: ["PublisherContract", "Contract", "Playground", "TestSupport", combine],
      path: "Tests/PublisherContractTests", exclude: ["mutants.log"]),
    .executableTarget(
      name: "Mine", dependencies: ["PublisherContract", "Playground", combine],
      path: "Chapters/Mine", exclude: ["expected.log"]),
    .testTarget(
      name: "MineTests",
      dependencies: ["Mine", "PublisherContract", "Playground", "TestSupport", combine],
      path: "Tests/MineTests"),
    .testTarget(name: "DocsTests", dependencies: ["TestSupport"], path: "Tests/DocsTests"),
    .target(
      name: "TestSupport", dependencies: ["Playground", "PublisherContract", combine],
      path: "Tests/TestSupport"),
  ] + (1...9).flatMap(chapter),
  swiftLanguageModes: [.v6]
)
