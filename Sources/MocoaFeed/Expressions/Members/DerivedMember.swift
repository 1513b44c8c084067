/// A member that is added to each row: the value of an expression over the other members.
///
/// ```swift
/// options.derivedMembers = [try DerivedMember(parsing: "total = price * count")]
/// ```
///
/// Everything that reads rows includes it: columns, filters, sorting, groups, output. The
/// expression is that of a filter, as ``FilterReference`` describes it: a calculation, a member
/// under another name, a constant, or a condition, which is true or false. It replaces a member of
/// the same name. A row without the needed values does not have the member; one whose values
/// cannot be calculated with does not either, and is reported by ``failure``. Times are written
/// according to RFC 3339, durations as `3d4h5m6s`; divided by `1s`, they are numbers. A row that is
/// no object becomes one, `{"value": …}`, if there is a value for it.
package struct DerivedMember: Sendable {
  /// The name of the member.
  package let name: String

  /// The expression as it was typed, with its name and an equals sign if it had them.
  package let text: String

  /// The option to which faults are attributed.
  package private(set) var option: String

  /// Computes the values; one reference, as what it consists of is not copied for each row.
  let evaluation: DerivedEvaluation

  /// What is said of the expression.
  private let remarks: [String]

  private var expression: DerivedExpression { evaluation.expression }
  private var watches: [MemberWatch] { evaluation.watches }

  /// Parses a name, an equals sign, and an expression.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - lookup: Resolves names; titles of columns are replaced with members in ``text``.
  /// - Throws: The syntax error.
  package init(
    parsing text: String, lookup: @escaping MemberLookup = { _ in .unknown(nearest: []) }
  ) throws(FilterSyntaxError) {
    guard let sign = text.firstIndex(of: "="), text.index(after: sign) < text.endIndex,
      text[text.index(after: sign)] != "="
    else {
      throw FilterSyntaxError(
        "expected a name, '=' and an expression, such as total = price * count",
        at: text.startIndex..<text.endIndex, in: text)
    }
    let name = text[..<sign].trimmingSpaces
    guard !name.isEmpty else {
      throw FilterSyntaxError(
        "the name in front of '=' is missing", at: text.startIndex..<sign, in: text)
    }
    if case .known(let path) = lookup(String(name)), path.keys.count > 1, name.contains(".") {
      throw FilterSyntaxError(
        "'\(name)' is a part of '\(path.keys[0])', which is not replaced; choose a name without a "
          + "point", at: text.startIndex..<sign, in: text)
    }
    let keys = name.hasPrefix("\"") ? MemberPath(String(name)).keys : []
    // A row that is no object becomes one.
    let lookupInObject: MemberLookup = { name in
      let path = MemberPath(name)
      guard path.keys == [MemberPath.nameOfValue], case .known(let known) = lookup(name),
        known.keys.isEmpty
      else { return lookup(name) }
      return .known(path)
    }
    try self.init(
      name: keys.count == 1 ? keys[0] : name, text: text, from: text.index(after: sign),
      lookupInObject)
  }

  /// Parses an expression.
  ///
  /// - Parameters:
  ///   - name: The name of the member.
  ///   - expression: The text of the expression.
  ///   - option: The option to which faults are attributed.
  ///   - lookup: Resolves names.
  /// - Throws: The syntax error.
  package init(
    name: String, expression: String, option: String,
    lookup: @escaping MemberLookup = { _ in .unknown(nearest: []) }
  ) throws(FilterSyntaxError) {
    try self.init(name: name, text: expression, from: expression.startIndex, lookup)
    self.option = option
  }

  private init(
    name: String, text: String, from start: String.Index, _ lookup: @escaping MemberLookup
  ) throws(FilterSyntaxError) {
    let offset = text.distance(from: text.startIndex, to: start)
    do {
      let (expression, watches, expanded, notes) = try FilterParser.parseValue(
        String(text[start...]), lookup)
      self.init(
        name: name, text: text[..<start] + expanded, expression: expression,
        watches: watches.map { MemberWatch($0.path, $0.error.shifted(by: offset, in: text)) },
        remarks: notes)
    } catch {
      throw error.shifted(by: offset, in: text)
    }
  }

  /// Creates a member with an expression, and with watches of the members that rows should have.
  init(
    name: String, text: String, expression: DerivedExpression, watches: [MemberWatch] = [],
    remarks: [String] = [], option: String = "--derive"
  ) {
    (self.name, self.text, self.remarks, self.option) = (name, text, remarks, option)
    evaluation = DerivedEvaluation(of: expression, as: name, watches)
  }

  /// Returns the name of a member as a JSON key, with a colon.
  static func key(_ name: String) -> [UInt8] { JSONText.quoted(name) + [UInt8(ascii: ":")] }

  /// A Boolean value that indicates whether the member is the row of another feed.
  package var isJoined: Bool { if case .joined = expression { true } else { false } }

  /// Returns whether rows may have a member by this one: itself, or a part of it.
  ///
  /// The members of the rows of another feed are known, even where none of them is joined.
  package func mayGive(_ path: MemberPath) -> Bool {
    guard path.keys.first == name else { return false }
    guard case .joined(let rows, _) = expression else { return true }
    return rows.mayHave(MemberPath(keys: Array(path.keys.dropFirst())))
  }

  /// Returns the member with its names resolved again; unchanged if the text is no longer valid.
  package func resolved(by lookup: @escaping MemberLookup) -> DerivedMember {
    (try? parsed(by: lookup)) ?? self
  }

  /// Returns the member with its names resolved again.
  ///
  /// - Throws: The syntax error, such as that of a name with several meanings.
  package func parsed(
    by lookup: @escaping MemberLookup
  ) throws(FilterSyntaxError) -> DerivedMember {
    if isJoined { return self }
    return option == "--derive"
      ? try DerivedMember(parsing: text, lookup: lookup)
      : try DerivedMember(name: name, expression: text, option: option, lookup: lookup)
  }

  /// Returns the member without what was noted on rows, for another reading of them.
  func withoutNotes() -> DerivedMember {
    var expression = self.expression
    if case .joined(let rows, let keys) = expression {
      expression = .joined(JoinedRows(copying: rows), keys)
    }
    return DerivedMember(
      name: name, text: text, expression: expression, watches: watches, remarks: remarks,
      option: option)
  }

  /// The members that it depends on, in the order in which they are named.
  package var members: [MemberPath] { watches.map(\.path) }

  /// The members of a row that are looked at; nil for all.
  package var sources: [MemberPath]? { evaluation.sources }

  /// The members that no evaluated row has, with the error to report if no row has them.
  package var unseenMembers: [(path: MemberPath, error: FilterSyntaxError)] {
    watches.filter { !$0.wasFound }.map { ($0.path, $0.error) }
  }

  /// The errors of names of members that no evaluated row has.
  package var missingMembers: [FilterSyntaxError] { unseenMembers.map(\.error) }

  /// Why evaluated rows have no value although they have the members that it depends on.
  ///
  /// nil if each of these rows has a value.
  package var failure: CalculationFailure? { evaluation.tally.failure }

  /// What is said if no evaluated row has a value; nil if one has, or if all lack the members.
  package var absence: String? {
    let reason =
      failure.map { $0.isInAllRows ? $0.reason : nil } ?? evaluation.tally.absenceInAllRows
    // Such as that a text in quotes is no member.
    let remark = remarks.first.map { "; \($0)" } ?? ""
    return reason.map { "\(option): \(text): no row has a value: \($0)\(remark)" }
  }

  /// The failure with the member, or the rows of another feed that are missing; or nil.
  package var fault: String? {
    if case .joined(let rows, _) = expression { return rows.fault.map { "\(option): \($0)" } }
    if expression.hasFailedPattern { return "\(option): \(text): \(RegularExpression.gaveUp)" }
    guard let failure = evaluation.tallies.lazy.compactMap(\.failure).first else { return nil }
    let rows =
      failure.isInAllRows
      ? "no row has a"
      : failure.rowCount.map { $0 == 1 ? "1 row has no" : "\($0) rows have no" }
        ?? "some rows have no"
    let isCompared = self.failure == nil
    return "\(option): \(text): \(rows) value\(isCompared ? " to compare" : ""): \(failure.reason)"
  }

  /// A note on rows of another feed that are left out, as an earlier one has their key; or nil.
  package var duplicatesNote: String? {
    guard case .joined(let rows, _) = expression else { return nil }
    return rows.duplicatesNote.map { "\(option): \(name): \($0)" }
  }

  /// Notes on texts in quotes, on rows that could not be joined, and on members that were replaced.
  package var notes: [String] {
    var notes = remarks.map { "\(text): \($0)" }
    guard case .joined(let rows, let keys) = expression else {
      return notes.map { "\(option): \($0)" }
    }
    if rows.hasReplacedMember {
      notes.append("rows have a member \(name), which is replaced; another name keeps it")
    }
    if let values = rows.valuesWithoutRow {
      let key = zip(keys, values).map { "\($0.title) \($1.prefix(80))" }.joined(separator: ", ")
      notes.append("some rows have no \(name), such as that with \(key)")
    }
    rows.levelNote(on: keys).map { notes.append($0) }
    return notes.map { "\(option): \($0)" }
  }
}

extension DerivedMember: Hashable {
  /// Returns whether both have the same text, members and notes, and the same rows of another feed.
  package static func == (left: DerivedMember, right: DerivedMember) -> Bool {
    left.text == right.text && left.expression.members == right.expression.members
      && left.remarks == right.remarks && left.joinedRows?.identity === right.joinedRows?.identity
  }

  private var joinedRows: JoinedRows? {
    if case .joined(let rows, _) = expression { rows } else { nil }
  }

  /// Hashes the text.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
