import OpenCombineShim
import Playground

let lesson = Chapter(
  9, "Loads of countdown timers in a table",
  examples: [
    Example("one", "three rings, and one row", length: 2, body: countingOne)
  ])

// MARK: - One row

func countingOne(_ stage: Stage) throws {
  let table = CountdownTable(scheduler: stage.scheduler)
  table.finished.sink { stage.log("\($0.row): \($0.unit) at their end") }
    .store(in: &stage.cancellables)
  table.shown.sink { stage.log("shown: \($0.map(\.time))") }.store(in: &stage.cancellables)
  table.view = [table.add(TimeLeft(seconds: 2))]
  try stage.wait(2)
}
