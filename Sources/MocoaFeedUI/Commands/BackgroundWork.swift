import Dispatch
import MocoaFeed
import MocoaTUI

/// A background task of a page, such as a command or saving a file; one at a time.
///
/// The status bar displays its title, and its error if it fails.
@MainActor
final class BackgroundWork {
  private let status: StatusBar
  private var running: (token: CommandToken, title: String, asksBeforeQuitting: Bool)?

  /// The number of tasks that were refused since the running one was started.
  private var refusedCount = 0

  init(status: StatusBar) { self.status = status }

  var isRunning: Bool { running != nil }

  /// The title of the running task, if quitting requires a confirmation; otherwise nil.
  var lostByQuitting: String? { running.flatMap { $0.asksBeforeQuitting ? $0.title : nil } }

  /// Cancels the running task; another one can be started only after it has ended.
  func cancel() { running?.token.cancel() }

  /// Runs blocking work on its own thread; refused with a message while another task is running,
  /// which is repeated when that has ended.
  ///
  /// The title is part of a sentence. The completion is not called if the work has thrown an error.
  func run<Value: Sendable>(
    _ title: String, asksBeforeQuitting: Bool = true,
    _ work: @escaping @Sendable (CommandToken) throws -> Value,
    completion: @escaping @MainActor (Value) -> Void
  ) {
    guard running == nil else {
      refusedCount += 1
      return status.show("a command is still running; Esc cancels it", style: .warning)
    }
    let token = CommandToken()
    running = (token, title, asksBeforeQuitting)
    status.show("Esc cancels: \(title)", for: .seconds(3_600))
    Self.detach {
      Result { try work(token) }
    } completion: { [weak self] result in
      guard let self else { return }
      running = nil
      status.clearMessage()
      switch result {
      case .success(let value): completion(value)
      case .failure where token.isCancelled: status.show("cancelled: \(title)")
      case .failure(let error): status.show("\(error)", style: .error, for: .seconds(20))
      }
      if refusedCount > 0 { status.add("refused meanwhile: \(refusedCount.counted("action"))") }
      refusedCount = 0
    }
  }

  /// Runs blocking work on its own thread, and calls the completion with its result.
  static func detach<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value,
    completion: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    DispatchQueue(label: "mocoa.command", qos: .userInitiated).async {
      let value = work()
      Task { @MainActor in completion(value) }
    }
  }
}
