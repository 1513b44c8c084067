import Dispatch
import MocoaFeed
import MocoaTUI

/// What runs beside a page, one at a time, such as a command or the writing of a file; the status
/// bar says what it is and, where it failed, why.
@MainActor
final class BackgroundWork {
  private let status: StatusBar
  private var running: (token: CommandToken, title: String, asksBeforeQuitting: Bool)?

  init(status: StatusBar) { self.status = status }

  /// Whether something runs.
  var isRunning: Bool { running != nil }

  /// What would be lost by quitting, as a part of a sentence; nil where nothing would.
  var lostByQuitting: String? { running.flatMap { $0.asksBeforeQuitting ? $0.title : nil } }

  /// Cancels what runs; nothing else starts before it has ended.
  func cancel() { running?.token.cancel() }

  /// Does what blocks on a thread of its own; refused, with a message, while something runs.
  ///
  /// - Parameters:
  ///   - title: what is done, as a part of a sentence.
  ///   - asksBeforeQuitting: whether the user is asked before it is given up.
  ///   - work: what is done; gets the token that cancels it.
  ///   - completion: called with what came of it, unless it threw.
  func run<Value: Sendable>(
    _ title: String, asksBeforeQuitting: Bool = true,
    _ work: @escaping @Sendable (CommandToken) throws -> Value,
    completion: @escaping @MainActor (Value) -> Void
  ) {
    guard running == nil else {
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
    }
  }

  /// Does what blocks on a thread of its own, and hands on what came of it.
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
