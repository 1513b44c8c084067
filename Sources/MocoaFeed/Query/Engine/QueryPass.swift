/// Goes through the rows of a feed step by step, and asks each whether it meets a condition.
///
/// Stretches of rows in which no row can match, as far as a look at their raw bytes says, are not
/// taken apart.
struct QueryPass: ~Copyable {
  private let parts: [FeedListPart]
  private var pass: RowPass
  private var position = 0
  private let condition: Condition
  private let rowsPerStep: Int

  /// How many bytes are gone through before somebody is asked whether to go on.
  private static let stepLength = 4 * 1024 * 1024

  init(over model: FeedListModel, condition: Condition) {
    parts = model.parts
    pass = model.parts[0].store.makePass()
    self.condition = condition
    rowsPerStep = Self.rowsPerStep(of: model)
  }

  /// How many rows of a feed are gone through before somebody is asked whether to go on.
  static func rowsPerStep(of model: FeedListModel) -> Int {
    let length = max(1, model.byteCount / max(1, model.numberOfRows))
    return min(65_536, max(64, stepLength / length))
  }

  /// Goes through rows.
  ///
  /// - Parameters:
  ///   - rows: The numbers of the rows.
  ///   - body: Is given each row that meets the condition, with its bytes.
  ///   - step: Is given the number of the next row now and then; returns whether to go on.
  /// - Returns: Whether it came to the end.
  /// - Throws: A `FeedError` where the source cannot be read any more.
  @discardableResult
  mutating func run(
    _ rows: Range<Int>, body: (Int, UnsafeRawBufferPointer) -> Void, step: (Int) -> Bool
  ) throws -> Bool {
    var start = rows.lowerBound
    while start < rows.upperBound {
      let end = min(rows.upperBound, start + rowsPerStep)
      try runStep(start..<end, body)
      guard step(end) else { return false }
      start = end
    }
    return true
  }

  private mutating func runStep(
    _ rows: Range<Int>, _ body: (Int, UnsafeRawBufferPointer) -> Void
  ) throws {
    for (position, part) in parts.enumerated() where part.rows.overlaps(rows) {
      if position != self.position {
        pass = part.store.makePass()
        self.position = position
      }
      try runStep(rows.clamped(to: part.rows), of: part, body)
    }
  }

  private mutating func runStep(
    _ rows: Range<Int>, of part: FeedListPart, _ body: (Int, UnsafeRawBufferPointer) -> Void
  ) throws {
    let (condition, first) = (condition, part.rows.lowerBound)
    let hasMembers = part.progress.format == .members
    let own = rows.lowerBound - first..<rows.upperBound - first
    try pass.forEachRow(in: own, where: { condition.canHold(in: $0) }) { number, bytes, _ in
      if hasMembers {
        Self.withObject(bytes) { if condition.holds(for: $0) { body(first + number, $0) } }
      } else if condition.holds(for: bytes) {
        body(first + number, bytes)
      }
      return true
    }
  }

  /// A row `"key": value` of a member of an object as the row that is shown for it.
  private static func withObject(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    let member = JSONBytes([UInt8(ascii: "{")] + bytes + [UInt8(ascii: "}")])
    var object = Array("{\"key\":".utf8)
    member.forEachMember { key, value in
      JSONText.quote(key, to: &object)
      object.append(contentsOf: ",\"value\":".utf8)
      object.append(contentsOf: value.slice)
      return false
    }
    object.append(UInt8(ascii: "}"))
    object.withUnsafeBytes(body)
  }
}

extension Condition {
  /// Whether any row in a stretch of bytes can meet the condition; false is certain, true is not.
  ///
  /// - Complexity: O(n) for n bytes, at memory speed.
  func canHold(in bytes: UnsafeRawBufferPointer) -> Bool {
    switch self {
    case .all(let conditions): conditions.allSatisfy { $0.canHold(in: bytes) }
    case .any(let conditions): conditions.contains { $0.canHold(in: bytes) }
    case .constant(let value): value
    case .matches(_, let pattern), .text(let pattern): pattern.canMatch(in: bytes)
    case .not, .isTrue, .exists, .comparison: true
    }
  }
}
