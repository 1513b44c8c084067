import Synchronization

/// A compiled filter expression with which rows are tested.
enum Condition: Sendable {
  case all([Condition])
  case any([Condition])
  indirect case not(Condition)
  case constant(Bool)
  /// The member exists and is neither false nor null.
  case isTrue(MemberPath)
  /// The member exists.
  case exists(MemberPath)
  case comparison(Comparison)
  /// A value equals one of a list, or an element of an array; one that is in none is reported by
  /// comparisons with elements.
  case isIn(Operand, [Operand], isNegated: Bool, reports: [Comparison])
  /// A string, a number, or a value in an array or object matches.
  case matches(Operand, TextPattern)
  /// Any value of the row matches.
  case text(TextPattern)
  /// The condition, which also watches for members that no sampled row has.
  indirect case watching([MemberWatch], Condition)
  /// The condition, which also counts rows of dates that it compares with.
  indirect case dated(DateWatch, Condition)

  /// Returns whether the condition holds for the bytes of a row.
  ///
  /// - Complexity: O(n) for n bytes and each named member; allocates only for strings with escapes.
  func holds(for row: UnsafeRawBufferPointer) -> Bool {
    switch self {
    case .all(let conditions): conditions.allSatisfy { $0.holds(for: row) }
    case .any(let conditions): conditions.contains { $0.holds(for: row) }
    case .not(let condition): !condition.holds(for: row)
    case .constant(let value): value
    case .isTrue(let path): Self.isTrue(path.range(in: row).map { row[rebased: $0] })
    case .exists(let path): path.range(in: row) != nil
    case .comparison(let comparison): comparison.holds(for: row)
    case .isIn(let operand, let list, let isNegated, let reports):
      operand.withValue(in: row) { value in
        guard let value else { return isNegated && operand.fault(in: row) == nil }
        let isTyped = operand.isTypedPercentage
        let isFound = list.contains { $0.contains(value, isTyped: isTyped, in: row) }
        if !isFound { for comparison in reports { comparison.note(value, in: row) } }
        return isFound != isNegated
      }
    case .matches(.member(let path), let pattern):
      path.range(in: row).map { pattern.matches(valuesOf: row[rebased: $0]) } ?? false
    case .matches(let operand, let pattern):
      operand.withValue(in: row) { value in
        var json: [UInt8] = []
        value?.append(to: &json)
        return json.withUnsafeBytes { !$0.isEmpty && pattern.matches(valuesOf: $0) }
      }
    case .text(let pattern): pattern.matches(valuesOf: row)
    case .watching(let watches, let condition):
      Self.look(for: watches, in: row) && condition.holds(for: row)
    case .dated(let watch, let condition): watch.look(in: row) && condition.holds(for: row)
    }
  }

  /// Returns the conditions that it combines, those of `not` among them if negated, or the
  /// condition itself if it combines none.
  func parts(negated isNegated: Bool = true) -> [Condition] {
    switch self {
    case .all(let conditions), .any(let conditions):
      conditions.flatMap { $0.parts(negated: isNegated) }
    case .watching(_, let condition), .dated(_, let condition):
      condition.parts(negated: isNegated)
    case .not(let condition): isNegated ? condition.parts() : []
    case .constant, .isTrue, .exists, .comparison, .isIn, .matches, .text: [self]
    }
  }

  /// A Boolean value that indicates whether the condition reads members, which only JSON has.
  var needsMembers: Bool {
    parts().contains { part in
      switch part {
      case .constant, .text: false
      default: true
      }
    }
  }

  /// The pattern that is searched for.
  private var pattern: TextPattern? {
    switch self {
    case .matches(_, let pattern), .text(let pattern): pattern
    default: nil
    }
  }

  var patterns: [TextPattern] { parts().compactMap(\.pattern) }

  /// A Boolean value that indicates whether a regular expression exceeded its limit on a row.
  var hasFailedPattern: Bool {
    parts().contains { part in
      switch part {
      case .comparison(let comparison):
        comparison.left.hasFailedPattern || comparison.right.hasFailedPattern
      case .isIn(let operand, let list, _, _):
        operand.hasFailedPattern || list.contains(where: \.hasFailedPattern)
      default: part.pattern?.hasFailed ?? false
      }
    }
  }

  /// Why calculations have no value in some of the tested rows.
  var failures: [CalculationFailure] { tallies.compactMap(\.failure) }

  /// Why no tested row has a value to compare, although no calculation failed.
  var absence: String? { tallies.lazy.compactMap(\.absenceInAllRows).first }

  var comparison: Comparison? {
    if case .comparison(let comparison) = self { comparison } else { nil }
  }

  /// The comparisons without which the condition holds for no row.
  var requirements: [Comparison] {
    switch self {
    case .all(let conditions): conditions.flatMap(\.requirements)
    case .watching(_, let condition), .dated(_, let condition): condition.requirements
    case .comparison(let comparison): [comparison]
    default: []
    }
  }

  /// The conditions of the choices in its operands.
  var choices: [Condition] {
    parts().flatMap { part -> [Condition] in
      switch part {
      case .comparison(let comparison): comparison.left.conditions + comparison.right.conditions
      case .isIn(let operand, let list, _, _): operand.conditions + list.flatMap(\.conditions)
      case .matches(let operand, _): operand.conditions
      default: []
      }
    }
  }

  var tallies: [CalculationTally] {
    parts().flatMap { part -> [CalculationTally] in
      switch part {
      case .comparison(let comparison):
        [comparison.tally] + comparison.left.tallies + comparison.right.tallies
      case .isIn(_, _, _, let reports): reports.map(\.tally)
      default: []
      }
    }
  }

  private static func isTrue(_ bytes: UnsafeRawBufferPointer?) -> Bool {
    guard let bytes, let value = QueryValue(bytes) else { return false }
    switch value {
    case .bool(let value): return value
    case .null: return false
    // As in comparisons: tables have texts.
    case .text(let content):
      // A longer one is another word, however it is escaped.
      return content.count > 30
        || !QueryValue.withText(content) { $0.elementsEqual("false".utf8) }
    case .number, .container: return true
    }
  }

  private static func look(for watches: [MemberWatch], in row: UnsafeRawBufferPointer) -> Bool {
    for watch in watches { watch.look(in: row) }
    return true
  }
}

extension Operand {
  /// Returns whether a value, which may be a typed percentage, equals the operand, or one of its
  /// elements if it is an array.
  fileprivate func contains(
    _ value: OperandValue, isTyped: Bool, in row: UnsafeRawBufferPointer
  ) -> Bool {
    withValue(in: row) { operand in
      guard let operand else { return false }
      guard case .json(.container(let bytes)) = operand, bytes.first == UInt8(ascii: "[") else {
        return Comparison.holds(value, .equal, operand, isTyped: isTyped || isTypedPercentage)
      }
      var scanner = MemberScanner(bytes)
      _ = scanner.enter(UInt8(ascii: "["))
      while let element = scanner.nextValue() {
        if let element = QueryValue(bytes[rebased: element]),
          Comparison.holds(value, .equal, .json(element), isTyped: isTyped)
        {
          return true
        }
      }
      return false
    }
  }
}

/// Records whether any tested row has a member that a filter names.
final class MemberWatch: Sendable {
  let path: MemberPath

  /// The error to report if no row has the member.
  let error: FilterSyntaxError

  private let isFound = Atomic(false)

  init(_ path: MemberPath, _ error: FilterSyntaxError) {
    (self.path, self.error) = (path, error)
  }

  /// A Boolean value that indicates whether a row with the member was tested.
  var wasFound: Bool { isFound.load(ordering: .relaxed) }

  func look(in row: UnsafeRawBufferPointer) {
    if !wasFound, path.range(in: row) != nil { isFound.store(true, ordering: .relaxed) }
  }
}
