// Comparisons with values of another kind, or in another case, which hold for no row, and values
// that are not what they seem.

extension RowFilter {
  /// Returns why a comparison holds for no row of a sample: the member has values of other kinds,
  /// or the text in another case.
  ///
  /// - Complexity: O(bytes of the sample) for each comparison.
  /// - Parameter sample: The first rows.
  /// - Returns: The reason, such as `tags is an array, and "a" a text`; nil if there is none.
  package func mismatch(in sample: [JSONBytes]) -> String? {
    // Rows must meet all of these, or one of them.
    let parts = condition.parts(negated: false)
    return parts.lazy.compactMap { $0.comparison?.mismatch(in: sample) }.first
      ?? parts.lazy.flatMap(\.texts).compactMap { path, text in
        path.spelling(of: text, in: sample)
      }.first ?? condition.missingTests.lazy.compactMap { $0.emptiness(in: sample) }.first
  }

  /// Returns what is said of values of a sample that a condition takes for others than they seem,
  /// whether rows match or not: a text `"FALSE"` or an empty one, which are true, an empty one
  /// beside `!= null`, null beside an empty one, a missing one beside `== null`, a number that is
  /// sorted as a version, and texts and arrays that are compared as a whole.
  ///
  /// - Complexity: O(bytes of the sample) for each condition.
  package func remark(on sample: [JSONBytes]) -> String? { condition.remark(on: sample) }

  /// Returns the error of a comparison of a percentage with a number that may be one or a fraction,
  /// if one of them is typed, and the other in a sample.
  package func uncertainty(in sample: [JSONBytes]) -> FilterSyntaxError? {
    condition.requirements.lazy.compactMap { $0.uncertainty(in: sample) }.first.map {
      FilterSyntaxError($0, at: text.startIndex..<text.endIndex, in: text)
    }
  }
}

extension DerivedMember {
  /// Returns what is said of values of a sample that a condition of the expression, as that of
  /// `if`, takes for others than they seem; nil if there are none: see ``RowFilter/remark(on:)``.
  package func remark(on sample: [JSONBytes]) -> String? {
    switch evaluation.expression {
    case .operand(let operand): operand.conditions.lazy.compactMap { $0.remark(on: sample) }.first
    case .condition(let condition): condition.remark(on: sample)
    case .number, .joined: nil
    }
  }
}

extension Condition {
  /// Returns what is said of values that the condition, or one of a choice in it, takes for others
  /// than they seem; nil if there are none.
  fileprivate func remark(on sample: [JSONBytes]) -> String? {
    ([self] + choices).lazy.compactMap { $0.ownRemark(on: sample) }.first
  }

  private func ownRemark(on sample: [JSONBytes]) -> String? {
    let parts = self.parts()
    let tests = parts.compactMap { $0.comparison?.emptyTest }
    let remark = parts.lazy.compactMap { part -> String? in
      if case .isTrue(let path) = part { return path.falseText(in: sample) }
      if let note = part.comparison?.versionOrder(in: sample) ?? part.wholeTest(in: sample) {
        return note
      }
      guard let (path, isNull, relation) = part.comparison?.emptyTest else { return nil }
      // A filter that tests for both means both.
      if tests.contains(where: { $0.path == path && $0.isNull != isNull }) { return nil }
      guard isNull else { return path.nulls(in: sample, relation) }
      if relation == .unequal { return path.emptiness(in: sample, relation) }
      return parts.contains { $0.truth == path } ? nil : path.absence(in: sample)
    }.first
    return remark
      ?? self.parts(negated: false).lazy.compactMap(\.truth).compactMap { path in
        tests.contains { $0.path == path } ? nil : path.emptyTruth(in: sample)
      }.first
  }
}

extension MemberPath {
  /// Returns how an empty text is found, or left out, if the member is one in some rows.
  fileprivate func emptiness(
    in sample: [JSONBytes], _ relation: Comparison.Relation = .equal
  ) -> String? {
    guard sample.contains(where: { value(in: $0)?.string == "" }) else { return nil }
    return "\(title) is \"\" in some rows, a text that is neither missing nor null; "
      + (relation == .equal
        ? "\(filterText) == \"\" finds it" : "\(filterText) != \"\" leaves it out")
  }

  /// Returns how an empty text, which is true as a condition, is left out if the member is one in
  /// some rows.
  fileprivate func emptyTruth(in sample: [JSONBytes]) -> String? {
    guard sample.contains(where: { value(in: $0)?.string == "" }) else { return nil }
    return "\(title) is \"\" in some rows, a text, which is true here; \(filterText) != \"\" "
      + "leaves it out"
  }

  /// Returns how rows without the member are found if there are some.
  fileprivate func absence(in sample: [JSONBytes]) -> String? {
    guard sample.contains(where: { $0.kind == .object && value(in: $0) == nil }) else { return nil }
    return "\(title) is missing in some rows, which is not equal to null; !\(filterText) finds "
      + "them"
  }

  /// Returns how null is found, or left out, if the member is null in some rows and an empty text
  /// in none, as fields of a column of numbers are.
  fileprivate func nulls(in sample: [JSONBytes], _ relation: Comparison.Relation) -> String? {
    let values = sample.lazy.compactMap { self.value(in: $0) }
    guard values.contains(where: { $0.text == "null" }),
      !values.contains(where: { $0.string == "" })
    else { return nil }
    return "\(title) is null in some rows, which is not equal to \"\"; "
      + (relation == .equal
        ? "\(filterText) == null finds it" : "\(filterText) != null leaves it out")
  }

  /// Returns whether the member has values of one kind in a sample, and of no other.
  fileprivate func isOnly(_ kind: JSONBytes.Kind, in sample: [JSONBytes]) -> Bool {
    let kinds = Set(sample.compactMap { value(in: $0)?.kind })
    return kinds.subtracting([.null]) == [kind]
  }

  /// Returns what is said of a text such as `"FALSE"` in a sample, which is true as a condition, or
  /// `"no"` where all texts are words for truth values.
  fileprivate func falseText(in sample: [JSONBytes]) -> String? {
    let texts = sample.compactMap { value(in: $0)?.string }.filter { !$0.isEmpty }
    let truths = texts.map { text in Array(text.utf8).withUnsafeBytes { $0.truthOfWord } }
    let words = zip(texts, truths).filter { $0.1 == false && $0.0 != "false" }.map { $0.0 }
    let spelled = words.first { $0.lowercased() == "false" }
    guard let text = spelled ?? (truths.contains(nil) ? nil : words.first) else { return nil }
    let test =
      spelled == nil ? "!= \"\(text.lowercased())\" leaves it out" : "== \"true\" reads it"
    return "\(title) is \(MemberPath.quoted(text)) in some rows, a text, which is true here; "
      + "lower(\(filterText)) \(test)"
  }

  /// Returns how a text is written in rows where it differs in upper and lower case only.
  fileprivate func spelling(of text: String, in sample: [JSONBytes]) -> String? {
    let values = sample.lazy.compactMap { self.value(in: $0)?.string }
    if hasLevel, let level = LogLevel(value: text) {
      guard let value = values.first(where: { LogLevel(value: $0) == level }),
        LogLevel.name(of: value.utf8) != LogLevel.name(of: text.utf8)
      else { return nil }
      return "\(title) is \(MemberPath.quoted(value)) in some rows, which is as severe as "
        + "\(MemberPath.quoted(text)); \(filterText) >= \(MemberPath.quoted(text)) compares "
        + "severities"
    }
    guard let value = values.first(where: { $0.lowercased() == text.lowercased() }),
      value != text
    else { return nil }
    return "\(title) is \(MemberPath.quoted(value)) in some rows, which is not equal to "
      + MemberPath.quoted(text)
  }
}

extension Condition {
  /// The member that is a condition of its own.
  fileprivate var truth: MemberPath? { if case .isTrue(let path) = self { path } else { nil } }

  /// Returns how a part of a text, or an element of an array, is found or left out, if a member is
  /// such in a sample, and compared as a whole.
  fileprivate func wholeTest(in sample: [JSONBytes]) -> String? {
    let (path, texts, isNegated): (MemberPath, [ComparedText], Bool)
    switch self {
    case .isIn(.text(let text), let list, isNegated: let isNegated, reports: _):
      guard list.count == 1, case .member(let path) = list[0], path.isOnly(.string, in: sample)
      else { return nil }
      let part = MemberPath.quoted(text.plain)
      return "\(path.title) is a text, with which \(part) is compared as a whole; "
        + "\(isNegated ? "!" : "")contains(\(path.filterText), \(part)) searches it"
    case .isIn(.member(let member), let list, isNegated: let isOpposite, reports: _):
      (path, isNegated) = (member, isOpposite)
      texts = list.compactMap { if case .text(let text) = $0 { text } else { nil } }
    case .comparison(let comparison) where comparison.relation == .unequal:
      guard case (.member(let member), .text(let text)) = (comparison.left, comparison.right)
      else { return nil }
      (path, texts, isNegated) = (member, [text], true)
    default: return nil
    }
    guard !texts.isEmpty, path.isOnly(.array, in: sample) else { return nil }
    let sign = isNegated ? "not in" : "in"
    let tests = texts.prefix(3).map { "\(MemberPath.quoted($0.plain)) \(sign) \(path.filterText)" }
    return "\(path.title) is an array, which is compared as a whole; "
      + tests.joined(separator: isNegated ? " && " : " || ") + " tests its elements"
  }

  /// The members that must be missing or null.
  fileprivate var missingTests: [MemberPath] {
    switch self {
    case .all(let parts), .any(let parts): return parts.flatMap(\.missingTests)
    case .watching(_, let part), .dated(_, let part): return part.missingTests
    case .not(.isTrue(let path)), .not(.watching(_, .isTrue(let path))): return [path]
    case .comparison(let comparison):
      guard comparison.relation == .equal else { return [] }
      if case (.member(let path), .null) = (comparison.left, comparison.right) { return [path] }
      return []
    case .not, .constant, .isTrue, .exists, .isIn, .matches, .text: return []
    }
  }

  /// The member and the texts of which it must equal one.
  fileprivate var texts: [(MemberPath, String)] {
    let (member, values): (Operand, [Operand])
    switch self {
    case .comparison(let comparison) where comparison.relation == .equal:
      (member, values) = (comparison.left, [comparison.right])
    case .isIn(let operand, let list, isNegated: false, reports: _):
      (member, values) = (operand, list)
    default: return []
    }
    guard case .member(let path) = member else { return [] }
    return values.compactMap { if case .text(let text) = $0 { (path, text.plain) } else { nil } }
  }
}

extension Comparison {
  /// The member that is compared with null or an empty text for equality.
  fileprivate var emptyTest: (path: MemberPath, isNull: Bool, relation: Relation)? {
    guard !relation.isOrder, case .member(let path) = left else { return nil }
    switch right {
    case .null: return (path, true, relation)
    case .text(let text) where text.escaped.isEmpty: return (path, false, relation)
    default: return nil
    }
  }

  /// Returns what is said of texts that are sorted as versions, and compared with a decimal number.
  fileprivate func versionOrder(in sample: [JSONBytes]) -> String? {
    guard relation.isOrder, case .member(let path) = left, case .number(let number) = right,
      number.double != number.double.rounded(), let version = SortKey(path).version(in: sample)
    else { return nil }
    return "\(path.title) is \"\(version)\" in some rows, compared as a number here, but sorted as "
      + "a version; \"v\" + \(path.filterText) compares versions"
  }

  /// Returns what a number and a percentage may be, one of which is a constant.
  fileprivate func uncertainty(in sample: [JSONBytes]) -> String? {
    guard left.isConstant || right.isConstant, left.memberText ?? right.memberText != nil else {
      return nil
    }
    var fault: String?
    for row in sample {
      let isCertain = row.withBytes { row in
        Operand.withValues(of: self.left, self.right, in: row) { left, right -> Bool in
          guard let left, let right, !left.isMissing, !right.isMissing else { return false }
          let isTyped = self.hasTypedPercentage
          guard Self.haveUncertainPercentage(left, right, isTyped: isTyped),
            Self.result(left, relation, right, isTyped: isTyped) == nil
          else { return true }
          fault = fault ?? Self.percentageFault(left, right, isTyped: isTyped)
          return false
        }
      }
      if isCertain { return nil }
    }
    return fault
  }

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
        if severity != nil, value.level != nil { return nil }
        return constant.withValue(in: row) { constant in
          guard let constant else { return nil }
          let isTyped = hasTypedPercentage
          return Self.result(.json(value), relation, constant, isTyped: isTyped) == nil ? kind : nil
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
