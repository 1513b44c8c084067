/// A change that can be taken back.
///
/// What doing it gives is what undoing it needs, and the other way round. Edits form chains: each
/// gets what the one before gave, and they are undone from the last to the first.
///
/// ```swift
/// let remove = UndoableEdit<Int, Contact> { store.remove(at: $0) } undo: { store.putBack($0) }
/// let archive = remove.then(UndoableEdit { archive.add($0) } undo: { archive.take($0) })
/// try history.perform(archive, 3)
/// ```
@MainActor public struct UndoableEdit<Input, Output> {
  private let condition: () -> Bool
  private let change: (Input) throws -> Output
  private let reversal: (Output) throws -> Input

  /// Makes an edit.
  ///
  /// - Parameters:
  ///   - condition: whether it can be done now.
  ///   - change: does it.
  ///   - reversal: takes it back, and gives what doing it again needs.
  public init(
    isEnabled condition: @escaping () -> Bool = { true },
    _ change: @escaping (Input) throws -> Output, undo reversal: @escaping (Output) throws -> Input
  ) {
    self.condition = condition
    self.change = change
    self.reversal = reversal
  }

  /// Whether the edit can be done now.
  public var isEnabled: Bool { condition() }

  /// Does the edit.
  ///
  /// - Throws: `CommandError.notEnabled`, or what the edit throws.
  public func perform(_ input: Input) throws -> Output {
    guard isEnabled else { throw CommandError.notEnabled }
    return try change(input)
  }

  /// Takes the edit back.
  ///
  /// - Throws: what the edit throws.
  public func undo(_ output: Output) throws -> Input { try reversal(output) }

  /// An edit that does this one and then another one, or neither: where the other one is not
  /// enabled by then, or throws, this one is taken back.
  public func then<Next>(_ next: UndoableEdit<Output, Next>) -> UndoableEdit<Input, Next> {
    UndoableEdit<Input, Next>(
      isEnabled: condition,
      { input in
        let output = try change(input)
        do { return try next.perform(output) } catch {
          _ = try reversal(output)
          throw error
        }
      }, undo: { try reversal(next.undo($0)) })
  }
}
