/// Finds which rows of a new list are which rows of an old one.
///
/// # How it works
///
/// Whoever puts every row into a dictionary pays for a million rows where one has changed. So the
/// matcher hashes only what does not stand in step:
///
/// 1. **Lockstep.** It walks both lists together while identities agree, and notes where contents
///    differ. This costs one comparison a row, and covers all that nobody has touched.
/// 2. **Look-ahead.** Where they part it looks a few rows ahead on either side. That finds single
///    deletes, inserts, replacements and moved rows, at the price of a few comparisons. Then it
///    tries as many rows as one list is longer than the other, which finds a single block.
/// 3. **Suffix.** Where that fails it walks back once from both ends, as far as they agree.
/// 4. **Hashing in step.** What then still stands apart is hashed, a row of one side after a row of
///    the other, until neighbours meet neighbours; from there it goes on in lockstep. Rows that
///    were read too far on one side are given back. The lists agree again at distance *d* after at
///    most *2d* hashes.
/// 5. **Joining the rest.** Rows that were skipped without being hashed meet the others at the end,
///    and only if both sides have such rows: pure deletes or inserts are never hashed.
///
/// Rows of one identity wait in a queue, so that duplicates meet occurrence by occurrence: whatever
/// comes of it, no identity is left over on both sides.
///
/// What is found is kept as blocks of rows that were together before and still are. Which of them
/// move is then a question about blocks, not about rows (see `IncreasingSubsequence`).
///
/// # Bounds
///
/// Time is O(n + m) for identities that hash well. Rows whose hashes are equal and whose identities
/// are not cost a comparison each; these are counted, and past a budget that grows with the lists
/// the rest is taken as unmatched, so that a hash function that always answers the same, or an `==`
/// that never says yes, costs seconds at most. The answer is then still a changeset from the old
/// list to the new one, though not the shortest. Memory is O(rows that do not stand in step).
struct RowMatcher: ~Copyable {
  /// Rows in step, and the rows after them that stand apart.
  struct Step: BitwiseCopyable {
    var run: UInt32
    var oldGap: UInt32
    var newGap: UInt32
  }

  /// Rows that follow each other.
  struct Run: BitwiseCopyable {
    var lower: UInt32
    var upper: UInt32
  }

  /// Rows that follow each other in both lists.
  struct Block: BitwiseCopyable {
    var old: UInt32
    var new: UInt32
    var length: UInt32
    /// Whether the rows stay, so that the others move around them.
    var stays: Bool
  }

  /// The most rows that two lists to compare may have together.
  static let maximumRowCount = 1 << 29

  // MARK: Results

  /// What is in both lists, in old order.
  var blocks = ScratchBuffer<Block>()
  /// Rows of the old list without a partner.
  var deleted = ScratchBuffer<Run>()
  /// Rows of the new list without a partner.
  var inserted = ScratchBuffer<Run>()
  /// Rows of the old list whose partners have another content.
  var reloaded = ScratchBuffer<Run>()

  // MARK: Work in progress

  var strides = ScratchBuffer<Stride>()
  var steps = ScratchBuffer<Step>()
  var changedInStep = ScratchBuffer<Run>()
  var changedInSuffix = ScratchBuffer<Run>()
  var suffix = 0
  var oldRows = ScratchBuffer<WaitingRow>()
  var newRows = ScratchBuffer<WaitingRow>()
  var table = WaitingTable()
  var hashes = ScratchBuffer<UInt32>()
  var subsequence = IncreasingSubsequence()

  /// How many rows of each side are hashed and have met nobody.
  var waiting = (old: 0, new: 0)
  /// How many steps have all the rows of their gaps among the waiting rows.
  var joinedSteps = 0
  /// Where in the lists the first step stands that has not been joined.
  var joinedEnd = (old: 0, new: 0)
  /// How many rows of gaps have not been joined.
  var skipped = (old: 0, new: 0)
  /// How many more comparisons of different identities with equal hashes are made.
  var budget = 0
  /// How many rows both lists have together.
  var rowCount = 0
  /// How many rows were found to have changed so far.
  var changeCount = 0

  /// The memory that is held, in bytes.
  var byteCount: Int {
    blocks.byteCount + deleted.byteCount + inserted.byteCount + reloaded.byteCount
      + strides.byteCount + steps.byteCount + changedInStep.byteCount + changedInSuffix.byteCount
      + oldRows.byteCount + newRows.byteCount + table.byteCount + hashes.byteCount
      + subsequence.byteCount
  }

  /// Why matching ended before its end.
  enum Stop {
    case cancelled
    case tooManyChanges
  }

  /// Matches two lists; which blocks stay is asked for apart.
  ///
  /// - Returns: nil, or why it ended early; then there are no results.
  /// - Precondition: the lists have fewer than 2^29 rows together.
  mutating func match(
    oldCount: Int, newCount: Int, bounds: borrowing Bounds, rows: RowAnswers
  ) -> Stop? {
    precondition(
      oldCount + newCount < Self.maximumRowCount,
      "Lists of more than half a billion rows cannot be compared.")
    reset(rowCount: oldCount + newCount)
    if abs(oldCount - newCount) > bounds.limit { return .tooManyChanges }
    if let stop = walk(oldCount: oldCount, newCount: newCount, bounds: bounds, rows: rows) {
      return stop
    }
    joinSkippedRows(isLast: true, rows: rows)
    if bounds.isCancelled() { return .cancelled }
    collect()
    return nil
  }

  /// Decides which blocks stay, so that as few rows as possible move.
  mutating func markStayingBlocks() { subsequence.mark(&blocks) }

  private mutating func reset(rowCount: Int) {
    steps.removeAll()
    changedInStep.removeAll()
    changedInSuffix.removeAll()
    oldRows.removeAll()
    newRows.removeAll()
    table.removeAll()
    suffix = 0
    waiting = (0, 0)
    joinedSteps = 0
    joinedEnd = (0, 0)
    skipped = (0, 0)
    changeCount = 0
    self.rowCount = rowCount
    budget = 4_000_000 + 32 * rowCount
  }
}

/// How far the engine may go.
struct Bounds {
  /// The most changes that are of use.
  var limit = Int.max
  /// Says whether nobody waits for the answer any more.
  var cancelled: (@Sendable () -> Bool)?

  func isCancelled() -> Bool {
    guard let cancelled else { return false }
    return cancelled()
  }
}
