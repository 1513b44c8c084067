// Comparisons with values of another kind, or in another case, which hold for no row.

extension RowFilter {
  /// Returns why a comparison holds for no row of a sample: the member has values of other kinds,
  /// or the text in another case.
  ///
  /// - Complexity: O(bytes of the sample) for each comparison.
  /// - Parameter sample: The first rows.
  /// - Returns: The reason, such as `tags is an array, and "a" a text`; nil if there is none.
  package func mismatch(in sample: [JSONBytes]) -> String? {
    condition.comparisons.lazy.compactMap { $0.mismatch(in: sample) }.first
      ?? condition.texts.lazy.compactMap { path, text in
        path.spelling(of: text, in: sample)
      }.first ?? condition.missingTests.lazy.compactMap { $0.emptiness(in: sample) }.first
  }
}

extension MemberPath {
  /// Returns how an empty text is found, if the member is one in some rows.
  fileprivate func emptiness(in sample: [JSONBytes]) -> String? {
    guard sample.contains(where: { value(in: $0)?.string == "" }) else { return nil }
    return "\(title) is \"\" in some rows, a text that is neither missing nor null; "
      + "\(filterText) == \"\" finds it"
  }

  /// Returns how a text is written in rows where it differs in upper and lower case only.
  fileprivate func spelling(of text: String, in sample: [JSONBytes]) -> String? {
    let values = sample.lazy.compactMap { self.value(in: $0)?.string }
    guard let value = values.first(where: { $0.lowercased() == text.lowercased() }),
      value != text
    else { return nil }
    let severity =
      hasLevel && LogLevel(value: text) != nil
      ? "; \(filterText) >= \(MemberPath.quoted(text)) compares severities" : ""
    return "\(title) is \(MemberPath.quoted(value)) in some rows, which is not equal to "
      + "\(MemberPath.quoted(text))\(severity)"
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

  /// The members that must be missing or null.
  fileprivate var missingTests: [MemberPath] {
    switch self {
    case .all(let parts), .any(let parts): return parts.flatMap(\.missingTests)
    case .watching(_, let part): return part.missingTests
    case .not(.isTrue(let path)), .not(.watching(_, .isTrue(let path))): return [path]
    case .comparison(let comparison):
      guard comparison.relation == .equal else { return [] }
      if case (.member(let path), .null) = (comparison.left, comparison.right) { return [path] }
      return []
    case .not, .constant, .isTrue, .exists, .isIn, .matches, .text: return []
    }
  }

  /// The members and the texts that they must equal, all of them or one.
  fileprivate var texts: [(MemberPath, String)] {
    switch self {
    case .all(let parts), .any(let parts): return parts.flatMap(\.texts)
    case .watching(_, let part): return part.texts
    case .comparison(let comparison):
      guard comparison.relation == .equal else { return [] }
      if case (.member(let path), .text(let text)) = (comparison.left, comparison.right) {
        return [(path, text.plain)]
      }
      return []
    case .isIn(.member(let path), let list, isNegated: false):
      return list.compactMap { if case .text(let text) = $0 { (path, text.plain) } else { nil } }
    case .not, .constant, .isTrue, .exists, .isIn, .matches, .text: return []
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
