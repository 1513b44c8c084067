import MocoaCore

/// Actions on rows.
extension ListPage {
  /// Adds an action on the marked rows, or on the row under the cursor if none are marked.
  ///
  /// The work is performed on one row after the other, in a task that is cancelled with the page;
  /// the first error ends it and is shown in the status bar. Afterwards the values are reloaded, if
  /// a closure loads them.
  ///
  /// - Parameters:
  ///   - key: The key that performs the action; `.` lists all actions.
  ///   - title: The title of the action.
  ///   - question: Returns the question to be confirmed first; nil for no confirmation.
  ///   - work: Performs the action on a row.
  ///   - undo: Reverts the action on a row when `u` is pressed; nil if it cannot be undone.
  /// - Returns: The page.
  @discardableResult
  public func action(
    _ key: Key, _ title: String, confirm question: ((Model) -> String)? = nil,
    _ work: @escaping @MainActor (Model) async throws -> Void,
    undo: (@MainActor (Model) async throws -> Void)? = nil
  ) -> Self {
    actions.append(
      ListPageAction(
        action: RowAction(EmissionKey(name: key.description), title: title, shortcut: key),
        question: question, work: work, undo: undo))
    table.rowActions = actions.map(\.action)
    return self
  }

  func perform(_ action: RowAction) -> Bool {
    guard let action = actions.first(where: { $0.action == action }) else { return false }
    perform(action)
    return true
  }

  func perform(_ action: ListPageAction<Model>) {
    let targets = targets
    guard !targets.isEmpty else { return status.show("no row") }
    task { [weak self] in await self?.perform(action, with: targets) }
  }

  private func perform(_ action: ListPageAction<Model>, with targets: [Model]) async {
    let title = action.action.title
    if let question = action.question {
      let others = targets.count == 1 ? "" : "\n\n… and the same for \(targets.count - 1) more."
      let count = targets.count == 1 ? "" : " \(targets.count.grouped) rows"
      guard await confirm(question(targets[0]) + others, title: title + count) else { return }
    }
    var done: [Model] = []
    let outcome = await report(title) {
      for model in targets {
        try await action.work(model)
        done.append(model)
      }
    }
    guard let undo = action.undo, !done.isEmpty else { return }
    let finished = done
    undoSteps.append((title, { for model in finished.reversed() { try await undo(model) } }))
    if outcome { status.show("done: \(title); u undoes it", for: .seconds(8)) }
  }

  func undo() {
    guard let step = undoSteps.popLast() else { return status.show("there is nothing to undo") }
    task { [weak self] in
      if await self?.report("undo \(step.title)", step.undo) == true {
        self?.status.show("undone: \(step.title)")
      }
    }
  }

  /// Performs work that takes time, then reloads the values; the status bar shows the outcome.
  ///
  /// - Returns: `true` if no error was thrown.
  private func report(_ title: String, _ work: () async throws -> Void) async -> Bool {
    running.append(title)
    defer {
      running.firstIndex(of: title).map { _ = running.remove(at: $0) }
      reload()
    }
    do {
      try await work()
      status.show("done: \(title)")
      return true
    } catch is CancellationError {
    } catch {
      status.show("\(title): \(error)", style: .error, for: .seconds(8))
    }
    return false
  }
}

/// An action on rows of a list page.
struct ListPageAction<Model> {
  let action: RowAction
  let question: ((Model) -> String)?
  let work: @MainActor (Model) async throws -> Void
  let undo: (@MainActor (Model) async throws -> Void)?
}
