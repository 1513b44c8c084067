/// Scans rows on one thread, with its own buffer.
///
/// Runs of rows that cannot match according to their raw bytes are skipped without finding them.
struct ScanWorker: ~Copyable {
  private let parts: [FeedListPart]
  private var pass: RowPass
  private var position = 0
  private let test: RowTest
  private let narrowing: RowNarrowing
  private let isCancelled: () -> Bool

  init(
    over model: FeedListModel, condition: Condition, takesBroken: Bool, narrowing: RowNarrowing,
    isCancelled: @escaping () -> Bool
  ) {
    parts = model.parts
    self.narrowing = narrowing
    pass = model.parts[0].store.makePass(narrowing, isCancelled: isCancelled)
    test = RowTest(condition, takesBroken: takesBroken, isCancelled: isCancelled)
    self.isCancelled = isCancelled
  }

  /// Scans rows; `body` receives each matching one with its bytes.
  mutating func scan(_ rows: Range<Int>, body: (Int, UnsafeRawBufferPointer) -> Void) throws {
    for (position, part) in parts.enumerated() where part.rows.overlaps(rows) {
      turn(to: position)
      try scan(rows.clamped(to: part.rows), of: part, body)
    }
  }

  /// Scans individual rows, ascending; `body` receives the position of each in `rows`, and its
  /// bytes.
  mutating func scan(
    _ rows: ArraySlice<Int>, body: (Int, UnsafeRawBufferPointer) -> Void
  ) throws {
    var start = rows.startIndex
    while start < rows.endIndex, !isCancelled() {
      let position = parts.partitioningIndex { $0.rows.upperBound > rows[start] }
      let part = parts[position]
      turn(to: position)
      if pass.isProvided {
        let own = rows[start...].prefix { $0 < part.rows.upperBound }
        try scanProvided(own, of: part, body)
        start = own.endIndex
        continue
      }
      // The rows between two anchors are found together.
      let own = part.store.index.block(containing: rows[start] - part.rows.lowerBound).rows
      let last = own.upperBound + part.rows.lowerBound
      var end = start
      while end < rows.endIndex, rows[end] < last { end += 1 }
      var next = start
      try scan(rows[start]..<rows[end - 1] + 1, of: part) { number, bytes in
        guard next < end, rows[next] == number else { return }
        body(next, bytes)
        next += 1
      }
      start = end
    }
  }

  private mutating func scanProvided(
    _ rows: ArraySlice<Int>, of part: FeedListPart, _ body: (Int, UnsafeRawBufferPointer) -> Void
  ) throws {
    let first = part.rows.lowerBound
    var test = test
    var next = rows.startIndex
    try pass.forEachProvidedRow(.rows(rows.map { $0 - first })) { number, bytes in
      while next < rows.endIndex, rows[next] < first + number { next += 1 }
      if next < rows.endIndex, rows[next] == first + number, test.isMet(by: bytes) {
        body(next, bytes)
      }
      return test.goesOn(behind: bytes)
    }
  }

  /// Scans rows that an engine has sent; `body` receives each matching one.
  func scan(_ rows: EngineRows.Batch, body: (UnsafeRawBufferPointer) -> Void) {
    var test = test
    rows.forEach { row in
      if test.isMet(by: row) { body(row) }
      return test.goesOn(behind: row)
    }
  }

  private mutating func turn(to position: Int) {
    guard position != self.position else { return }
    pass = parts[position].store.makePass(narrowing, isCancelled: isCancelled)
    self.position = position
  }

  /// Finds the lines that begin in a range of bytes after the last row, and scans them.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - isFirst: A Boolean value that indicates whether the first byte begins a line.
  ///   - end: The offset after the last byte of the source.
  ///   - body: Receives each matching row, counted from 0, with its bytes.
  /// - Returns: The lines.
  /// - Throws: A `FeedError` if the source cannot be read any more.
  mutating func scanLines(
    in bytes: Range<Int>, isFirst: Bool, end: Int, body: (Int, UnsafeRawBufferPointer) -> Void
  ) throws -> FoundLines {
    turn(to: parts.count - 1)
    var test = test
    return try pass.forEachLine(
      in: bytes, isFirst: isFirst, end: end, where: { test.canHold($0, addedTexts: $1) },
      body: { number, row in
        if test.isMet(by: row) { body(number, row) }
        return test.goesOn(behind: row)
      })
  }

  private mutating func scan(
    _ rows: Range<Int>, of part: FeedListPart, _ body: (Int, UnsafeRawBufferPointer) -> Void
  ) throws {
    let first = part.rows.lowerBound
    var test = test
    try pass.forEachRow(
      in: rows.lowerBound - first..<rows.upperBound - first,
      where: { test.canHold($0, addedTexts: $1) },
      body: { number, row, _ in
        if test.isMet(by: row) { body(first + number, row) }
        return test.goesOn(behind: row)
      })
  }
}

/// Tests rows, and checks regularly whether the scan is cancelled.
private struct RowTest {
  private let condition: Condition
  /// A Boolean value that indicates whether rows that are not JSON are included, untested.
  private let takesBroken: Bool
  /// A Boolean value that indicates whether rows are validated, since the condition reads members.
  private let validates: Bool
  private let isCancelled: () -> Bool
  private var unasked = 0

  /// The most frequent condition by far, for which validation also finds the member.
  private var comparison: Comparison?
  private var tree = MemberTree()
  private var slots: [Int] = []

  /// The number of bytes between two checks for cancellation.
  private static let patience = 64 * 1024

  init(_ condition: Condition, takesBroken: Bool, isCancelled: @escaping () -> Bool) {
    self.condition = condition
    self.takesBroken = takesBroken
    validates = takesBroken && condition.needsMembers
    self.isCancelled = isCancelled
    guard validates, case .comparison(let comparison) = condition,
      let member = comparison.member
    else { return }
    self.comparison = comparison
    slots = tree.slots(of: member)
  }

  mutating func canHold(_ bytes: UnsafeRawBufferPointer, addedTexts: [[UInt8]]?) -> Bool {
    unasked += bytes.count
    return condition.canHold(in: bytes, addedTexts: addedTexts)
  }

  mutating func isMet(by row: UnsafeRawBufferPointer) -> Bool {
    if let comparison {
      guard tree.read(row) else { return true }
      if tree.isRepeating { comparison.member?.noteRepetition() }
      return comparison.holds(for: tree.value(in: slots, of: row))
    }
    // A row that cannot be converted, such as one with too many fields, has no text.
    if takesBroken, row.isEmpty { return true }
    return condition.holds(for: row) || validates && !CheckedScanner.isValid(row)
  }

  mutating func goesOn(behind row: UnsafeRawBufferPointer) -> Bool {
    unasked += row.count
    guard unasked >= Self.patience else { return true }
    unasked = 0
    return !isCancelled()
  }
}

extension Condition {
  /// Returns whether any row in some bytes can match; `false` is certain, `true` is not.
  ///
  /// - Complexity: O(n) for n bytes, at memory speed.
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - addedTexts: The texts that rows may have although they are not among the bytes, if rows
  ///     are made of these, which have the texts of values but not the names of members; nil for
  ///     rows that are the bytes.
  /// - Returns: Whether a row can match.
  func canHold(in bytes: UnsafeRawBufferPointer, addedTexts: [[UInt8]]?) -> Bool {
    func mayOccur(_ path: MemberPath) -> Bool { addedTexts != nil || path.mayOccur(in: bytes) }
    func canHold(_ condition: Condition) -> Bool {
      condition.canHold(in: bytes, addedTexts: addedTexts)
    }
    return switch self {
    case .all(let conditions): conditions.allSatisfy(canHold)
    case .any(let conditions): conditions.contains(where: canHold)
    case .constant(let value): value
    case .matches(.member, let pattern), .text(let pattern):
      if let addedTexts {
        pattern.canMatch(afterConversion: bytes, besides: addedTexts)
      } else {
        pattern.canMatch(in: bytes)
      }
    case .watching(let watches, let condition):
      watches.contains { !$0.wasFound && mayOccur($0.path) } || canHold(condition)
    case .isTrue(let path), .exists(let path): mayOccur(path)
    case .not, .comparison, .isIn, .matches, .dated: true
    }
  }
}
