/// Works out what turns one list into another.
///
/// Two questions are asked about rows: is it the same row, and has it the same content? A row that
/// is in both lists stays, moves, is reloaded, or is moved and reloaded; as few rows as possible
/// move. Rows that share an identity are told apart by their occurrence.
///
/// ```swift
/// var engine = DifferenceEngine()
/// let changeset = try engine.changeset(from: oldContacts, to: newContacts)
/// ```
///
/// An engine keeps its working memory, so whoever compares often keeps the engine; who compares
/// once writes `Changeset(from:to:)`. How the engine works, and what it costs, is told at
/// `RowMatcher`: O(n + m) time at most, with a single comparison for each row that nobody has
/// touched, and memory for those only that stand apart.
///
/// An `==` or a `hash(into:)` that lies does no harm: the changeset leads from the one list to the
/// other all the same, but may not be the shortest.
public struct DifferenceEngine: ~Copyable {
  /// The working memory; an object, so that clients need not know how to free its parts.
  final class Scratch {
    var matcher = RowMatcher()
    var work = SectionedWork()
  }

  let scratch = Scratch()

  /// Makes an engine without any memory.
  public init() {}

  /// The working memory that is kept for the next difference, in bytes.
  public var scratchByteCount: Int { scratch.matcher.byteCount + scratch.work.byteCount }
}

// The engine is the only owner of its memory, so it may be handed to another task.
extension DifferenceEngine: @unchecked Sendable {}

extension DifferenceEngine {
  /// The changeset between two lists of rows that know who they are and whether they are equal.
  ///
  /// Collections other than arrays are copied first, so that they are read once and in order.
  ///
  /// - Parameters:
  ///   - old: The rows of the old list.
  ///   - new: The rows of the new list.
  ///   - options: What else to find, and how far to go.
  /// - Returns: The changeset of a list of one section.
  /// - Throws: `CancellationError` where the options' `isCancelled` said so.
  @inlinable
  public mutating func changeset<Row: Identifiable & Equatable>(
    from old: some Collection<Row>, to new: some Collection<Row>,
    options: DifferenceOptions = DifferenceOptions()
  ) throws(CancellationError) -> Changeset {
    try compare(Array(old), Array(new), reading: IdentifiableReading(), options: options)
  }

  /// The changeset between two lists, with closures that say which row it is and what it shows.
  ///
  /// - Parameters:
  ///   - old: The rows of the old list.
  ///   - new: The rows of the new list.
  ///   - options: What else to find, and how far to go.
  ///   - identity: Says which row it is.
  ///   - content: Says whether two rows of the same identity show the same.
  /// - Returns: The changeset of a list of one section.
  /// - Throws: `CancellationError` where the options' `isCancelled` said so.
  @inlinable
  public mutating func changeset<Row, Identity: Hashable>(
    from old: some Collection<Row>, to new: some Collection<Row>,
    options: DifferenceOptions = DifferenceOptions(),
    identity: @escaping (Row) -> Identity, content: @escaping (Row, Row) -> Bool
  ) throws(CancellationError) -> Changeset {
    let reading = ClosureReading(identity: identity, content: content)
    return try compare(Array(old), Array(new), reading: reading, options: options)
  }

  @inlinable
  mutating func compare<Reading: RowReading>(
    _ old: [Reading.Row], _ new: [Reading.Row], reading: Reading, options: DifferenceOptions
  ) throws(CancellationError) -> Changeset {
    let found = withRows(old, new, reading: reading, unchanged: Changeset()) { engine, rows in
      engine.compareRows(old.count, new.count, options: options, rows: rows)
    }
    guard let changeset = found else { throw CancellationError() }
    return changeset
  }

  /// Makes the closure that answers questions about two lists, and hands it over.
  ///
  /// - Returns: What the body answers, or the value for unchanged rows if both lists are one array.
  @inlinable
  mutating func withRows<Reading: RowReading, Result>(
    _ old: [Reading.Row], _ new: [Reading.Row], reading: Reading, unchanged: Result,
    _ body: (inout DifferenceEngine, RowAnswers) -> Result
  ) -> Result {
    old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        guard let first = old.baseAddress, let second = new.baseAddress else {
          return body(&self) { _ in 0 }
        }
        if first == second, old.count == new.count { return unchanged }
        let pair = RowPair(old: first, new: second, reading: reading)
        return body(&self) { pair.answer($0) }
      }
    }
  }
}

extension DifferenceEngine {
  /// The changeset of a list of one section, or nil where it was cancelled.
  @usableFromInline
  mutating func compareRows(
    _ oldCount: Int, _ newCount: Int, options: DifferenceOptions, rows: RowAnswers
  ) -> Changeset? {
    switch scratch.matcher.match(
      oldCount: oldCount, newCount: newCount, bounds: options.bounds, rows: rows)
    {
    case .cancelled: return nil
    case .tooManyChanges: return .reload
    case nil: break
    }
    scratch.matcher.markStayingBlocks()
    var changeset = Changeset()
    changeset.itemDeletes = scratch.matcher.deleted.paths(inSection: 0)
    changeset.itemInserts = scratch.matcher.inserted.paths(inSection: 0)
    changeset.itemReloads = scratch.matcher.reloaded.paths(inSection: 0)
    scratch.matcher.appendMoves(to: &changeset.itemMoves, from: 0, to: 0)
    return changeset.count > options.limit ?? .max ? .reload : changeset
  }
}

extension RowMatcher {
  /// Adds a move for every row that does not stay, within a section and its successor.
  func appendMoves(to moves: inout [ItemMove], from oldSection: Int, to newSection: Int) {
    var count = 0
    for index in 0..<blocks.count where !blocks[index].stays { count += Int(blocks[index].length) }
    if moves.isEmpty, count > 0 { moves.reserveCapacity(max(count, 32)) }
    for index in 0..<blocks.count where !blocks[index].stays {
      let block = blocks[index]
      for offset in 0..<Int(block.length) {
        moves.append(
          ItemMove(
            from: ListIndexPath(section: oldSection, item: Int(block.old) + offset),
            to: ListIndexPath(section: newSection, item: Int(block.new) + offset)))
      }
    }
  }
}

extension ScratchBuffer<RowMatcher.Run> {
  /// The rows as positions in a section.
  func paths(inSection section: Int) -> IndexPathSet {
    var paths = IndexPathSet(rangeCapacity: count)
    for index in 0..<count {
      paths.insert(Int(self[index].lower)..<Int(self[index].upper), inSection: section)
    }
    return paths
  }
}
