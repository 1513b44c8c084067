import MocoaCore

extension Page {
  /// Presents an overlay above all other views and waits for its answer.
  ///
  /// - Returns: The answer; nil if the overlay was closed, the page is not displayed, the
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

  /// Presents a question with the answers Yes and No, the default, and waits for the answer.
  ///
  /// - Returns: `true` if the answer is Yes.
  public func confirm(_ text: String, title: String = "") async -> Bool {
    await present(MessageOverlay.confirmation(title: title, text: text) {}) == 0
  }

  /// Asks for a line of text; see ``StatusPage/ask(_:)`` for a prompt in the status bar.
  ///
  /// - Returns: The text, or nil if the prompt was closed.
  public func ask(_ label: String, text: String = "", title: String = "") async -> String? {
    await present(Form(text, title: title, save: "OK") { Field(label, \.self) })
  }

  /// Starts a task, which is cancelled if the page is released or removed from its stack or parent.
  ///
  /// - Returns: The task.
  @discardableResult
  public func task(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    let number = nextTask
    nextTask += 1
    let task = Task { [weak self] in
      await work()
      self?.tasks[number] = nil
    }
    tasks[number] = Subscription { task.cancel() }
    return task
  }
}
