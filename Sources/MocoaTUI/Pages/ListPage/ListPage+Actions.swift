import MocoaCore

/// Actions on rows, and on the page.
extension ListPage {
  /// Adds an action on the marked rows, or on the row under the cursor if none are marked.
  ///
  /// The work is performed on one row after the other, in a task that is cancelled with the page.
  /// An error does not keep it from the other rows; if there are several, a message lists the rows
  /// with their errors. Afterwards the values are reloaded, if a closure loads them.
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
    let question = question.map { question in
      { (models: [Model]) in
        let others = models.count - 1
        return question(models[0]) + (others == 0 ? "" : "\n\n… and the same for \(others) more.")
      }
    }
    return add(key, title, question, .rows(work, undo: undo))
  }

  /// Adds an action on the marked rows, or on the row under the cursor, with one question for all.
  ///
  /// ```swift
  /// .action("d", "Delete", confirm: { "Delete \($0.count) pods?" }) { try await kube.delete($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key that performs the action; `.` lists all actions.
  ///   - title: The title of the action.
  ///   - question: Returns the question to be confirmed first, from the rows.
  ///   - work: Performs the action on a row.
  ///   - undo: Reverts the action on a row when `u` is pressed; nil if it cannot be undone.
  /// - Returns: The page.
  @_disfavoredOverload
  @discardableResult
  public func action(
    _ key: Key, _ title: String, confirm question: @escaping ([Model]) -> String,
    _ work: @escaping @MainActor (Model) async throws -> Void,
    undo: (@MainActor (Model) async throws -> Void)? = nil
  ) -> Self {
    add(key, title, question, .rows(work, undo: undo))
  }

  /// Adds an action on the marked rows, or on the row under the cursor, with the same question for
  /// any rows; their number is in its title.
  ///
  /// - Returns: The page.
  @discardableResult
  public func action(
    _ key: Key, _ title: String, confirm question: String,
    _ work: @escaping @MainActor (Model) async throws -> Void,
    undo: (@MainActor (Model) async throws -> Void)? = nil
  ) -> Self {
    add(key, title, { _ in question }, .rows(work, undo: undo))
  }

  /// Adds an action that needs no row, such as adding one.
  ///
  /// - Returns: The page.
  @discardableResult
  public func action(
    _ key: Key, _ title: String, _ work: @escaping @MainActor () async throws -> Void
  ) -> Self {
    add(key, title, nil, .page(work))
  }

  private func add(
    _ key: Key, _ title: String, _ question: (([Model]) -> String)?,
    _ work: ListPageAction<Model>.Work
  ) -> Self {
    actions.append(
      ListPageAction(
        action: RowAction(EmissionKey(name: key.description), title: title, shortcut: key),
        question: question, work: work))
    table.rowActions = actions.map(\.action)
    return self
  }

  func perform(_ action: RowAction) -> Bool {
    guard let action = actions.first(where: { $0.action == action }) else { return false }
    perform(action)
    return true
  }

  func perform(_ action: ListPageAction<Model>) {
    let title = action.action.title
    switch action.work {
    case .page(let work): task { [weak self] in _ = await self?.report(title, work) }
    case .rows(let work, let undo):
      let targets = targets
      guard !targets.isEmpty else { return status.show("no row") }
      task { [weak self] in
        guard await self?.isConfirmed(action, for: targets) == true else { return }
        await self?.perform(title, on: targets, work, undo: undo)
      }
    }
  }

  private func isConfirmed(_ action: ListPageAction<Model>, for targets: [Model]) async -> Bool {
    guard let question = action.question else { return true }
    let count = targets.count == 1 ? "" : " \(targets.count.grouped) rows"
    return await confirm(question(targets), title: action.action.title + count)
  }

  private func perform(
    _ title: String, on targets: [Model], _ work: @MainActor (Model) async throws -> Void,
    undo: (@MainActor (Model) async throws -> Void)?
  ) async {
    var done: [Model] = []
    var errors: [(row: String, error: any Error)] = []
    let isDone = await report(title) {
      for model in targets {
        do {
          try await work(model)
          done.append(model)
        } catch is CancellationError {
          throw CancellationError()
        } catch {
          errors.append((name(of: model), error))
        }
      }
      if let first = errors.first {
        throw targets.count == 1
          ? first.error : FailedRows(count: errors.count, of: targets.count)
      }
    }
    if targets.count > 1, !errors.isEmpty {
      let lines = errors.map { "\($0.row): \($0.error)" }
      application?.present(MessageOverlay(title: title, text: lines.joined(separator: "\n")))
    }
    guard let undo, !done.isEmpty else { return }
    let finished = done
    undoSteps.append((title, { for model in finished.reversed() { try await undo(model) } }))
    if isDone { status.show("done: \(title); u undoes it", for: .seconds(8)) }
  }

  /// Returns the first text of a row.
  private func name(of model: Model) -> String {
    if let texts = rowStyle.texts { return texts(model).first { !$0.isEmpty } ?? "" }
    let line = text(of: model).split(separator: "\n").first ?? ""
    return String(line.split(separator: "  ").first ?? "")
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
    let top = stack?.top
    do {
      try await work()
      // A page that the action has pushed says enough.
      if stack?.top === top { status.show("done: \(title)") }
      return true
    } catch is CancellationError {
    } catch {
      status.show("\(title): \(error)", style: .error, for: .seconds(8))
    }
    return false
  }
}

struct ListPageAction<Model> {
  enum Work {
    case page(@MainActor () async throws -> Void)
    case rows(
      @MainActor (Model) async throws -> Void, undo: (@MainActor (Model) async throws -> Void)?)
  }

  let action: RowAction
  let question: (([Model]) -> String)?
  let work: Work

  /// A Boolean value that indicates whether `u` can revert the action.
  var hasUndo: Bool {
    if case .rows(_, undo: .some) = work { true } else { false }
  }
}

/// The error of an action that has failed for some of several rows.
private struct FailedRows: Error, CustomStringConvertible {
  let count: Int
  let of: Int

  var description: String { "\(count.grouped) of \(of.grouped) rows failed" }
}
