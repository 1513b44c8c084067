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

  /// Adds an action that needs no row, such as adding one, with a question if there is a text.
  ///
  /// - Returns: The page.
  @discardableResult
  public func action(
    _ key: Key, _ title: String, confirm question: String? = nil,
    _ work: @escaping @MainActor () async throws -> Void,
    undo: (@MainActor () async throws -> Void)? = nil
  ) -> Self {
    add(key, title, question.map { text in { _ in text } }, .page(work, undo: undo))
  }

  private func add(
    _ key: Key, _ title: String, _ question: (([Model]) -> String)?,
    _ work: ListPageAction<Model>.Work
  ) -> Self {
    let action = ListPageAction(
      action: RowAction(EmissionKey(name: key.description), title: title, shortcut: key),
      question: question, work: work)
    actions.append(action)
    table.rowActions = actions.map(\.action)
    on(key, help: title) { [weak self] in self?.perform(action) }
    return self
  }

  func perform(_ action: RowAction) -> Bool {
    guard let action = actions.first(where: { $0.action == action }) else { return false }
    perform(action)
    return true
  }

  func perform(_ action: ListPageAction<Model>) {
    let targets = targets
    if case .rows = action.work, targets.isEmpty { return status.show("no row") }
    let performed = PerformedAction(action.action.title, canBeUndone: action.hasUndo)
    performed.isConfirmed = action.question == nil
    performedActions.append(performed)
    performed.task = task { [weak self] in await self?.run(action, on: targets, as: performed) }
  }

  private func run(
    _ action: ListPageAction<Model>, on targets: [Model], as performed: PerformedAction
  ) async {
    guard await isConfirmed(action, for: targets) else { return forget(performed) }
    performed.isConfirmed = true
    let top = stack?.top
    switch action.work {
    case .page(let work, let undo):
      guard await report(performed.title, work) else { return forget(performed) }
      performed.undo = undo
    case .rows(let work, let undo):
      let (done, isDone) = await perform(performed.title, on: targets, work)
      guard !done.isEmpty else { return forget(performed) }
      guard let undo else { break }
      performed.undo = {
        var failure: (any Error)?
        for model in done.reversed() {
          do { try await undo(model) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
      }
      if isDone, performedActions.last === performed {
        status.show("done: \(performed.title); u undoes it", for: .seconds(8))
      }
    }
    // Nothing is to be undone of a page that was pushed.
    if !performed.canBeUndone, stack?.top !== top { forget(performed) }
  }

  private func forget(_ performed: PerformedAction) {
    performedActions.removeAll { $0 === performed }
  }

  private func isConfirmed(_ action: ListPageAction<Model>, for targets: [Model]) async -> Bool {
    guard let question = action.question else { return true }
    var title = action.action.title
    if case .rows = action.work, targets.count != 1 { title += " \(targets.count.grouped) rows" }
    return await confirm(question(targets), title: title)
  }

  /// Performs work on one row after the other.
  ///
  /// - Returns: The rows for which no error was thrown, and whether these are all.
  private func perform(
    _ title: String, on targets: [Model], _ work: @MainActor (Model) async throws -> Void
  ) async -> (done: [Model], isDone: Bool) {
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
      let lines = errors.map { "\($0.row): \($0.error.displayText)" }
      application?.present(MessageOverlay(title: title, text: lines.joined(separator: "\n")))
    }
    return (done, isDone)
  }

  /// Returns the first text of a row.
  private func name(of model: Model) -> String {
    if let texts = rowStyle.texts { return texts(model).first { !$0.isEmpty } ?? "" }
    let line = text(of: model).split(separator: "\n").first ?? ""
    return String(line.split(separator: "  ").first ?? "")
  }

  /// Reverts the last action, and no other one: one that runs is waited for, and one that cannot be
  /// undone is said.
  func undo() {
    guard let last = performedActions.last else { return status.show("there is nothing to undo") }
    guard last.isConfirmed else {
      return status.show("\(last.title) is not confirmed", style: .warning)
    }
    guard last.canBeUndone else {
      while performedActions.last?.canBeUndone == false { performedActions.removeLast() }
      let next = performedActions.last.map { "; u again undoes \($0.title)" } ?? ""
      return status.show("\(last.title) cannot be undone\(next)", style: .warning)
    }
    performedActions.removeLast()
    let before = undoing
    undoing = task { [weak self] in
      await before?.value
      await last.task?.value
      guard let undo = last.undo else { return }
      if await self?.report("undo \(last.title)", undo) == true {
        self?.status.show("undone: \(last.title)")
      }
    }
    if last.undo == nil { status.show("\(last.title) is undone when it is finished") }
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
      status.show("\(title): \(error.displayText)", style: .error, for: .seconds(8))
    }
    return false
  }
}

struct ListPageAction<Model> {
  enum Work {
    case page(
      @MainActor () async throws -> Void, undo: (@MainActor () async throws -> Void)?)
    case rows(
      @MainActor (Model) async throws -> Void, undo: (@MainActor (Model) async throws -> Void)?)
  }

  let action: RowAction
  let question: (([Model]) -> String)?
  let work: Work

  /// A Boolean value that indicates whether `u` can revert the action.
  var hasUndo: Bool {
    switch work {
    case .page(_, let undo): undo != nil
    case .rows(_, let undo): undo != nil
    }
  }
}

/// An action of a list page that was performed, or is being performed.
@MainActor final class PerformedAction {
  let title: String
  let canBeUndone: Bool

  /// A Boolean value that indicates whether there is no question, or its answer was Yes.
  var isConfirmed = false

  /// Reverts the action; nil until it has succeeded, and if it cannot be undone.
  var undo: (@MainActor () async throws -> Void)?

  /// The task that performs the action.
  var task: Task<Void, Never>?

  init(_ title: String, canBeUndone: Bool) {
    (self.title, self.canBeUndone) = (title, canBeUndone)
  }
}

/// The error of an action that has failed for some of several rows.
private struct FailedRows: Error, CustomStringConvertible {
  let count: Int
  let of: Int

  var description: String { "\(count.grouped) of \(of.grouped) rows failed" }
}
