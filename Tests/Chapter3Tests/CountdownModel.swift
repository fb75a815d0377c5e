import OpenCombineShim
import TestSupport

@testable import Playground

/// What happens to a countdown, in milliseconds of virtual time.
enum CountdownStep {
  case advance(Int)
  case stall(Int)
  /// More values; nil for unlimited.
  case request(Int?)
}

/// What a subscriber receives, and when: milliseconds left, or -1 for the finish.
struct CountdownEvent: Equatable, CustomStringConvertible {
  let time: Int
  let left: Int

  var description: String { "\(time): \(left < 0 ? "finished" : "\(left)")" }
}

/// The value that is due after a time: a pure function.
func countdownValue(duration: Int, interval: Int, elapsed: Int) -> Int {
  elapsed >= duration ? 0 : duration - elapsed / interval * interval
}

/// What a subscriber does when it receives its n-th value, counted from 0.
struct CountdownHabits {
  /// Keeps the thread busy for so many milliseconds.
  var stall: (_ n: Int) -> Int = { _ in 0 }
  /// Returns demand for so many values.
  var returned: (_ n: Int) -> Int = { _ in 0 }
}

/// What a countdown should send: the value that is due, whenever a value could be sent.
///
/// That is at the first request, at each turn of the grid that finds demand, and for zero at any
/// time from the end on. Turns that fall due while the thread is stalled are one turn afterwards.
func expectedEvents(
  duration: Int, interval: Int, steps: [CountdownStep], habits: CountdownHabits = .init()
) -> [CountdownEvent] {
  var events: [CountdownEvent] = []
  var (now, demand, start) = (0, 0, Int?.none)
  var lastTurn = 0  // elapsed time up to which turns have run
  var (zeroWaits, isOver) = (false, false)

  func send(_ left: Int) {
    let count = events.count
    events.append(CountdownEvent(time: now, left: left))
    demand += habits.returned(count) - 1
    now += habits.stall(count)
    guard left == 0 else { return }
    events.append(CountdownEvent(time: now, left: -1))
    isOver = true
  }

  func turn(elapsed: Int) {
    lastTurn = elapsed
    let left = countdownValue(duration: duration, interval: interval, elapsed: elapsed)
    if demand > 0 { send(left) } else { zeroWaits = left == 0 }
  }

  for step in steps where !isOver {
    switch step {
    case .advance(let time):
      let end = now + time
      while let start, !isOver, !zeroWaits {
        let due = start + min((lastTurn / interval + 1) * interval, duration)
        guard due <= end else { break }
        now = max(now, due)
        turn(elapsed: now - start)
      }
      now = max(now, end)
    case .stall(let time):
      now += time
    case .request(let count):
      demand += count ?? 1_000_000
      if start == nil {
        start = now
        send(duration)
      } else if zeroWaits {
        send(0)
      }
    }
  }
  return events
}
