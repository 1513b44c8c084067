import Observation

/// The edits that were done, to be taken back and done again.
///
/// `canUndo` and `canRedo` are observable, so a button that reads them is drawn when they change.
@MainActor @Observable public final class UndoStack {
  /// An edit that was done, with what it needs to go the other way.
  private struct Entry {
    /// Takes the edit back, and gives what does it again.
    let reverse: () throws -> Entry
  }

  /// How many edits are kept; older ones cannot be taken back.
  public let limit: Int

  private var done: [Entry] = []
  private var undone: [Entry] = []

  /// Makes a stack.
  ///
  /// - Precondition: the limit is positive.
  public init(limit: Int = 100) {
    precondition(limit > 0, "A stack has room for an edit.")
    self.limit = limit
  }

  /// Whether there is an edit to take back.
  public var canUndo: Bool { !done.isEmpty }

  /// Whether there is an edit to do again.
  public var canRedo: Bool { !undone.isEmpty }

  /// Does an edit and keeps it; what was taken back before cannot be done again then.
  ///
  /// - Throws: `CommandError.notEnabled`, or what the edit throws; the stack is as before then.
  @discardableResult
  public func perform<Input, Output>(
    _ edit: UndoableEdit<Input, Output>, _ input: Input
  ) throws -> Output {
    let output = try edit.perform(input)
    done.append(Self.undoing(edit, output))
    if done.count > limit { done.removeFirst() }
    undone = []
    return output
  }

  /// Takes the last edit back.
  ///
  /// - Returns: whether there was one.
  /// - Throws: what the edit throws; it can be tried again then.
  @discardableResult
  public func undo() throws -> Bool {
    guard let entry = done.last else { return false }
    let reversed = try entry.reverse()
    done.removeLast()
    undone.append(reversed)
    return true
  }

  /// Does the edit again that was taken back last.
  ///
  /// - Returns: whether there was one.
  /// - Throws: `CommandError.notEnabled`, or what the edit throws; it can be tried again then.
  @discardableResult
  public func redo() throws -> Bool {
    guard let entry = undone.last else { return false }
    let reversed = try entry.reverse()
    undone.removeLast()
    done.append(reversed)
    return true
  }

  /// Forgets all edits.
  public func removeAll() {
    done = []
    undone = []
  }

  private static func undoing<Input, Output>(
    _ edit: UndoableEdit<Input, Output>, _ output: Output
  ) -> Entry {
    Entry { redoing(edit, try edit.undo(output)) }
  }

  private static func redoing<Input, Output>(
    _ edit: UndoableEdit<Input, Output>, _ input: Input
  ) -> Entry {
    Entry { undoing(edit, try edit.perform(input)) }
  }
}
