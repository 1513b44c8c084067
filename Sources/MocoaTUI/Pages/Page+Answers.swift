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
  /// An error, unless it is a `CancellationError`, is displayed in the status bar of the page, or
  /// of one that contains it; without one, in a corner of the screen.
  ///
  /// - Returns: The task.
  @discardableResult
  public func task(_ work: @escaping @MainActor () async throws -> Void) -> Task<Void, Never> {
    let number = nextTask
    nextTask += 1
    let task = Task { [weak self] in
      do {
        try await work()
      } catch {
        if !(error is CancellationError), !Task.isCancelled { self?.showError(error) }
      }
      self?.tasks[number] = nil
    }
    tasks[number] = Subscription { task.cancel() }
    return task
  }

  /// Displays an error for a while: in a status bar, or else in a corner of the screen.
  func showError(_ error: any Error) {
    for case let page as StatusPage in sequence(first: self as View, next: \.superview)
    where page.showsStatusBar {
      return page.status.show(error.displayText, style: .error, for: .seconds(8))
    }
    application?.toast(error.displayText, style: .error, for: .seconds(8))
  }
}
