/// One side of a comparison.
enum Operand: Sendable {
  case member(MemberPath)
  case number(Quantity)
  case text(ComparedText)
  case bool(Bool)
  case null
}

/// A text that values are compared with.
struct ComparedText: Sendable {
  /// The text as the content of a string in JSON.
  let escaped: [UInt8]

  init(_ text: String) {
    var quoted: [UInt8] = []
    JSONText.quote(text, to: &quoted)
    escaped = Array(quoted.dropFirst().dropLast())
  }
}

/// Two values that are compared; false where a member is missing or the values cannot be compared.
///
/// Numbers are compared with numbers. Texts are equal if all their characters are; which of two is
/// less goes by time where both are times as RFC 3339 writes them, and else by the order in which
/// they are sorted. Values of different kinds are unequal, and none is less than the other.
struct Comparison: Sendable {
  enum Relation: Sendable {
    case equal, unequal, less, atMost, greater, atLeast

    @inline(__always)
    func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
      switch self {
      case .equal: left == right
      case .unequal: left != right
      case .less: left < right
      case .atMost: left <= right
      case .greater: left > right
      case .atLeast: left >= right
      }
    }

    /// Whether the relation holds between two values of which only that is known.
    func holds(ifEqual isEqual: Bool) -> Bool {
      switch self {
      case .equal: isEqual
      case .unequal: !isEqual
      case .less, .atMost, .greater, .atLeast: false
      }
    }
  }

  let left: Operand
  let relation: Relation
  let right: Operand

  /// Whether the comparison holds for the bytes of a row.
  func holds(for row: UnsafeRawBufferPointer) -> Bool {
    // By far the most frequent: a member that is compared with a number.
    if case .number(let right) = right, case .member(let path) = left {
      guard let range = path.range(in: row), let value = QueryValue(row[rebased: range]) else {
        return false
      }
      if case .number(let left) = value { return relation.holds(left, right) }
      return relation.holds(ifEqual: false)
    }
    return left.withValue(in: row) { left in
      right.withValue(in: row) { right in compare(left, right) }
    }
  }

  private func compare(_ left: QueryValue?, _ right: QueryValue?) -> Bool {
    guard let left, let right else { return false }
    switch (left, right) {
    case (.number(let left), .number(let right)): return relation.holds(left, right)
    case (.text(let left), .text(let right)):
      return QueryValue.withUnescaped(left) { left in
        QueryValue.withUnescaped(right) { compare(left, $0) }
      }
    case (.bool(let left), .bool(let right)): return relation.holds(ifEqual: left == right)
    case (.null, .null): return relation.holds(ifEqual: true)
    case (.container(let left), .container(let right)):
      return relation.holds(ifEqual: ByteSearch.isEqual(left, right))
    default: return relation.holds(ifEqual: false)
    }
  }

  private func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    let areTimes = left.first?.isDigit == true && right.first?.isDigit == true
    if areTimes, let left = Timestamp(left), let right = Timestamp(right) {
      return relation.holds(left, right)
    }
    if relation == .equal || relation == .unequal {
      return relation.holds(ifEqual: ByteSearch.isEqual(left, right))
    }
    var keys: ([UInt8], [UInt8]) = ([], [])
    TextOrder.appendKey(of: left, to: &keys.0)
    TextOrder.appendKey(of: right, to: &keys.1)
    if keys.0 == keys.1 { return relation == .atMost || relation == .atLeast }
    let isLess = keys.0.lexicographicallyPrecedes(keys.1)
    return (relation == .less || relation == .atMost) == isLess
  }
}

extension Operand {
  /// Hands over the value of the operand in a row; nil for a missing member.
  fileprivate func withValue(
    in row: UnsafeRawBufferPointer, _ body: (QueryValue?) -> Bool
  ) -> Bool {
    switch self {
    case .member(let path):
      body(path.range(in: row).flatMap { QueryValue(row[rebased: $0]) })
    case .number(let quantity): body(.number(quantity))
    case .text(let text): text.escaped.withUnsafeBytes { body(.text($0)) }
    case .bool(let value): body(.bool(value))
    case .null: body(.null)
    }
  }
}
