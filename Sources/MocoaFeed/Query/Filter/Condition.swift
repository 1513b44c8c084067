/// A filter expression in the form in which it is asked of rows.
indirect enum Condition: Sendable {
  case all([Condition])
  case any([Condition])
  case not(Condition)
  case constant(Bool)
  /// The member is there and is neither false nor null.
  case isTrue(MemberPath)
  /// The member is there.
  case exists(MemberPath)
  case comparison(Comparison)
  /// A text, a number, or something in an array or object matches.
  case matches(MemberPath, TextPattern)
  /// Any value of the row matches.
  case text(TextPattern)

  /// Whether the condition holds for the bytes of a row.
  ///
  /// - Complexity: O(n) for n bytes and each member that is asked for; no memory but for strings
  ///   with escapes.
  func holds(for row: UnsafeRawBufferPointer) -> Bool {
    switch self {
    case .all(let conditions): conditions.allSatisfy { $0.holds(for: row) }
    case .any(let conditions): conditions.contains { $0.holds(for: row) }
    case .not(let condition): !condition.holds(for: row)
    case .constant(let value): value
    case .isTrue(let path): Self.isTrue(path.range(in: row).map { row[rebased: $0] })
    case .exists(let path): path.range(in: row) != nil
    case .comparison(let comparison): comparison.holds(for: row)
    case .matches(let path, let pattern):
      path.range(in: row).map { pattern.matches(valuesOf: row[rebased: $0]) } ?? false
    case .text(let pattern): pattern.matches(valuesOf: row)
    }
  }

  private static func isTrue(_ bytes: UnsafeRawBufferPointer?) -> Bool {
    guard let bytes, let value = QueryValue(bytes) else { return false }
    switch value {
    case .bool(let value): return value
    case .null: return false
    case .number, .text, .container: return true
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes of a range, counted from 0.
  @inline(__always)
  subscript(rebased range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[range])
  }
}
