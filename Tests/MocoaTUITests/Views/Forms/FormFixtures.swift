import MocoaTestSupport
import Observation

@testable import MocoaTUI

/// What a form edits, and a command whose work goes on until it is let go.
@MainActor @Observable final class Account {
  var name = ""
  var code = ""
  @ObservationIgnored private(set) var attempts: [String] = []
  @ObservationIgnored private var waiting: CheckedContinuation<Void, Never>?

  @ObservationIgnored private(set) lazy var open = Command<String, Void>(
    isEnabled: { [unowned self] in !name.isEmpty }
  ) { [unowned self] name in
    attempts.append(name)
    await withCheckedContinuation { waiting = $0 }
  }

  /// Ends the work, which may have to begin first.
  func finish() async {
    await turns { waiting != nil }
    waiting?.resume()
    waiting = nil
    await turns { !open.isExecuting }
  }
}

/// Lets the main actor do other things until something is so, or enough of them are done.
@MainActor func turns(until isSo: () -> Bool) async {
  for _ in 0..<10_000 where !isSo() { await Task.yield() }
}
