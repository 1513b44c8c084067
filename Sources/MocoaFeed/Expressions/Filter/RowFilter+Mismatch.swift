// Comparisons with values of another kind, which hold for no row.

extension RowFilter {
  /// Returns why a comparison holds for no row of a sample: the member has values of other kinds.
  ///
  /// - Complexity: O(bytes of the sample) for each comparison.
  /// - Parameter sample: The first rows.
  /// - Returns: The reason, such as `tags is an array, and "a" a text`; nil if there is none.
  package func mismatch(in sample: [JSONBytes]) -> String? {
    condition.comparisons.lazy.compactMap { $0.mismatch(in: sample) }.first
  }
}

extension Condition {
  /// The comparisons that rows must meet, or one of which they must meet.
  fileprivate var comparisons: [Comparison] {
    switch self {
    case .all(let parts), .any(let parts): parts.flatMap(\.comparisons)
    case .watching(_, let part): part.comparisons
    case .comparison(let comparison): [comparison]
    case .not, .constant, .isTrue, .exists, .isIn, .matches, .text: []
    }
  }
}

extension Comparison {
  fileprivate func mismatch(in sample: [JSONBytes]) -> String? {
    let (member, constant) = left.isConstant ? (right, left) : (left, right)
    guard case .member(let path) = member, constant.isConstant, relation != .unequal else {
      return nil
    }
    var kind: String?
    for row in sample {
      let found = row.withBytes { row -> String? in
        guard let value = path.range(in: row).flatMap({ QueryValue(row[rebased: $0]) }),
          let kind = OperandValue.json(value).kind
        else { return "" }
        return constant.withValue(in: row) { constant in
          guard let constant else { return nil }
          return Self.result(.json(value), relation, constant) == nil ? kind : nil
        }
      }
      // One value that can be compared is enough.
      guard let found else { return nil }
      if kind == nil, !found.isEmpty { kind = found }
    }
    let empty = UnsafeRawBufferPointer(start: nil, count: 0)
    guard let kind, let other = constant.withValue(in: empty, { $0?.kind }), kind != other else {
      return nil
    }
    var reason = "\(path.title) is \(kind), which is not compared with \(other)"
    if kind == "an array", relation == .equal, case .text(let text) = constant {
      reason += "; \(MemberPath.quoted(text.plain)) in \(path.filterText) finds an element"
    }
    return reason
  }
}
