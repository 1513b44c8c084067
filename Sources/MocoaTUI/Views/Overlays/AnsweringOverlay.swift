import MocoaCore

/// An overlay that asks for something.
@MainActor
public protocol AnsweringOverlay: OverlayView {
  /// What is asked for.
  associatedtype Answer
  /// The answer; nil until there is one, and where the overlay was closed without one.
  var answer: Answer? { get }
}

extension Page {
  /// Shows an overlay above everything else and waits for its answer.
  ///
  /// - Returns: the answer; nil where the overlay was closed, the page is not shown, the
  ///   application was released, or the task was cancelled, which closes the overlay.
  public func present<Overlay: AnsweringOverlay>(_ overlay: Overlay) async -> Overlay.Answer? {
    guard !Task.isCancelled, application?.present(overlay) != nil else { return nil }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        overlay.onDismiss = { continuation.resume() }
      }
    } onCancel: {
      Task { @MainActor in overlay.dismiss() }
    }
    return overlay.answer
  }

  /// Asks a question and waits for yes or no; Enter alone means no, as does closing it.
  public func confirm(_ text: String, title: String = "") async -> Bool {
    await present(MessageView.confirmation(title: title, text: text) {}) == 0
  }

  /// Asks for a line of text and waits for it; nil where it is closed.
  public func prompt(_ label: String, text: String = "", title: String = "") async -> String? {
    await present(Form(text, title: title, save: "OK") { Field(label, \.self) })
  }

  /// Does something until it is done or the page is released or taken from its stack or parent.
  ///
  /// - Returns: the task.
  @discardableResult
  public func task(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    let task = Task { await work() }
    tasks.append(Subscription { task.cancel() })
    return task
  }
}
