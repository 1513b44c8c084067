import MocoaFeed
import MocoaTUI

/// The columns in which rows can be displayed, by name.
package struct ColumnCatalog: Sendable {
  /// The number of rows from which columns are inferred: somewhat more than most screens show.
  package static let sampleSize = 50

  /// The rows against which names are checked.
  package internal(set) var sample: [JSONBytes]

  /// The columns, shown or hidden, in their order.
  package internal(set) var choices: [FeedColumn]

  /// The columns that a manifest requests, as they were.
  var requested: [FeedColumn] = []

  /// The number of columns that were inferred, including those beyond the limit.
  var columnCount = 0

  /// Members that are known from rows outside the sample.
  var otherMembers: Set<MemberPath> = []

  /// The names of derived and joined members, which are no short names of others where the sample
  /// has none of them.
  var derivedNames: Set<String>

  /// The members that short names denote.
  package var completedNames = CompletedNames()

  init(
    sample: [JSONBytes] = [], choices: [FeedColumn] = [], derivedNames: Set<String> = []
  ) {
    (self.sample, self.choices, self.derivedNames) = (sample, choices, derivedNames)
  }

  /// Infers columns for rows like those of a sample; if some are requested, all others are hidden.
  ///
  /// The columns of a table keep their order.
  ///
  /// - Complexity: O(bytes of the sample).
  package init(
    sample: [JSONBytes], templates: [FeedColumn] = [], format: FeedFormat? = nil,
    derivedNames: Set<String> = []
  ) {
    let chooser = JSONColumnChooser(sample: sample, isTable: format?.isConverted ?? false)
    let asked = templates.map { column in
      column.fitted(to: sample, like: chooser.columns.first { $0.id == column.id }?.column)
    }
    let others = asked.isEmpty ? chooser.columns : chooser.columns.hidden(without: asked)
    self.init(sample: sample, choices: asked + others, derivedNames: derivedNames)
    (requested, columnCount) = (asked, chooser.candidateCount)
  }

  /// Returns the member for a name, in any place where names are typed: a member of the rows, or
  /// that of the column with that title, or the only member of any depth that ends with it.
  ///
  /// - Throws: An ``UnknownColumnError`` if no row has it. Without rows every name is assumed to be
  ///   a member.
  package func memberPath(named name: String) throws(UnknownColumnError) -> MemberPath {
    let path = MemberPath(name)
    guard !sample.isEmpty, !hasMember(name) else { return path }
    let short = name.first == "." ? String(name.dropFirst()) : name
    // Of a name such as `now`, the dot in front only says that it is one.
    let isExact = path.isExact && MemberPath(short).filterText != name
    if !isExact, !derivedNames.contains(path.keys.first ?? ""),
      let path = self.path(behindTitleIn: short) ?? self.path(endingWith: short)
    {
      return completed(path, named: short)
    }
    // The only column of rows that are not objects has this title.
    if let row = MemberPath.ofValue(named: name, in: sample) { return row }
    throw unknown(name, like: isExact ? path.title : name)
  }

  /// Returns a member that a short name denotes, or the rows' own member of that name.
  private func completed(_ path: MemberPath, named name: String) -> MemberPath {
    let keys = MemberPath(name).keys
    guard keys.count == 1, path.keys.count > 1, path.keys.last == keys[0] else { return path }
    return completedNames.path(path.keys, named: keys[0])
  }

  /// Returns the member of the column with a title, or one of the members of its values.
  private func path(behindTitleIn name: String) -> MemberPath? {
    if let choice = choices.first(where: { $0.names(name) }) { return choice.titledMember }
    let keys = MemberPath(name).keys
    guard let title = keys.first, let choice = choices.first(where: { $0.names(title) }) else {
      return nil
    }
    // In quotes.
    guard keys.count > 1 else { return choice.titledMember }
    let path = MemberPath(keys: choice.memberPath.keys + keys.dropFirst())
    return hasMember(path.text) ? path : nil
  }

  /// Returns the member for a name, as `memberPath(named:)` does, or else the only one that differs
  /// from it in case: programs that name members in small letters print titles in capitals.
  ///
  /// - Throws: An ``UnknownColumnError`` if no row has it.
  package func memberPath(namedInAnyCase name: String) throws(UnknownColumnError) -> MemberPath {
    do {
      return try memberPath(named: name)
    } catch {
      let like = memberNames.filter { $0.lowercased() == name.lowercased() }
      guard like.count == 1 else { throw error }
      return MemberPath(like[0])
    }
  }

  /// Returns the template with column titles replaced by the members that they display.
  ///
  /// - Throws: An ``UnknownColumnError`` for a name that no row has.
  func resolved(_ template: RowTemplate) throws(UnknownColumnError) -> RowTemplate {
    try template.replacingMembers { path throws(UnknownColumnError) in
      if let line = lineOfRow(path) { return line }
      do throws(UnknownColumnError) {
        return try memberPath(named: path.typed)
      } catch {
        throw areLines ? error.ofWords : error
      }
    }
  }

  /// Returns the member that `{}` denotes for lines of text, and that has the words which `{1}` and
  /// `{-1}` denote: `line`; nil for other rows.
  package func lineOfRow(_ path: MemberPath) -> MemberPath? {
    (path.keys.isEmpty || path.wordNumber != nil) && areLines ? "line" : nil
  }

  /// A Boolean value that indicates whether the rows are lines of text.
  private var areLines: Bool { memberNames == ["line"] }

  /// Returns whether a name is neither a known member nor the title of a column.
  package func isUnknown(_ name: String) -> Bool { (try? memberPath(named: name)) == nil }

  /// Returns the meaning of a name: a member of the rows, or that of the column with that title.
  package func meaning(of name: String) -> MemberMeaning {
    if sample.isEmpty { return .assumed }
    do throws(UnknownColumnError) {
      return .known(try memberPath(named: name))
    } catch {
      return .unknown(
        nearest: error.suggestions, members: memberNames, hint: listHint(for: MemberPath(name)))
    }
  }

  /// Returns what names mean in the expression of a derived member of a feed: its rows with the
  /// members before it have them, so that the meaning is the same once it is derived.
  ///
  /// - Complexity: O(bytes of the sample).
  @MainActor
  package func lookup(for member: DerivedMember, of feed: Feed) -> MemberLookup {
    let members = feed.derivedMembers
    let earlier = Array(members.prefix { $0 != member })
    let later = Set(members.dropFirst(earlier.count).map(\.name))
    var catalog = ColumnCatalog(
      sample: FeedColumns.sample(of: feed, deriving: earlier),
      choices: choices.filter { !later.contains($0.memberPath.keys.first ?? "") },
      derivedNames: derivedNames.subtracting(later))
    catalog.completedNames = completedNames
    // A name with a point is that of a member of another one, also where the first rows lack it.
    let own = MemberPath(member.name)
    guard own.keys.count > 1 else { return catalog.meaning }
    return { $0 == member.name ? .known(own) : catalog.meaning(of: $0) }
  }

  /// Returns whether one of the rows has a member.
  package func hasMember(_ name: String) -> Bool {
    let path = MemberPath(name)
    return sample.contains { path.value(in: $0) != nil }
      // An object is known by its members.
      || !path.keys.isEmpty && otherMembers.contains { $0.keys.starts(with: path.keys) }
  }

  /// Returns the members that no row of the sample has, although some have the object that they
  /// would be in, without duplicates.
  package func missing(among paths: [MemberPath]) -> [MemberPath] {
    paths.enumerated().filter { index, path in
      guard !path.keys.isEmpty, lineOfRow(path) == nil, !paths[..<index].contains(path),
        !hasMember(path.text)
      else { return false }
      let object = MemberPath(keys: path.keys.dropLast())
      return sample.contains { object.value(in: $0)?.kind == .object }
    }.map(\.element)
  }

  /// Returns what is said of a member that no row has, with the nearest name, or another advice and
  /// the members that there are.
  package func description(
    ofMissing path: MemberPath, _ suffix: String = "", advice: String = ""
  ) -> String {
    var hint = listHint(for: path)
    // `*`, `!a` and `f(a)` are no misspelled names.
    if hint.isEmpty, !path.text.contains(where: { "*!()".contains($0) }) {
      let name = path.isExact ? path.title : path.text
      hint = NearestNames.hint(for: name, among: names(like: name))
    }
    if hint.isEmpty {
      hint = advice + NearestNames.list(of: memberNames, upTo: NearestNames.memberLimit)
    }
    return TextWidth.sanitized("no row has a member '\(path.title)'\(suffix)\(hint)")
  }

  /// Returns a suffix that says how a member of the elements of a list is read; empty for others.
  private func listHint(for path: MemberPath) -> String {
    for count in path.keys.indices.dropFirst() where Int(path.keys[count]) == nil {
      let list = MemberPath(keys: Array(path.keys[..<count]))
      let first = MemberPath(keys: list.keys + ["0"])
      guard sample.contains(where: { first.value(in: $0)?.kind == .object }) else { continue }
      let rest = MemberPath(keys: Array(path.keys[count...])).text
      return "; \(list.text) is a list: --unnest \(list.text), or \(list.text)[0].\(rest)"
    }
    return ""
  }

  /// Returns a note on the first of the members that were named by what is also the title of a
  /// requested column of another one, or of several; nil if there is none.
  package func note(onTitlesOf paths: [MemberPath]) -> String? {
    paths.lazy.compactMap { note(onTitle: $0.typed) }.first
  }

  private func note(onTitle name: String) -> String? {
    guard let column = requested.first(where: { $0.column.title == name }),
      let shown = column.titledMember, !Self.isMeant(shown, by: name)
    else { return nil }
    guard hasMember(name) else {
      let showsSeveral = column.template.map { $0.onlyMember == nil } ?? false
      return showsSeveral
        ? TextWidth.sanitized("'\(name)' is \(shown.text), the first member of that column") : nil
    }
    return TextWidth.sanitized(
      "'\(name)' is the member \(name); that of the column '\(name)' is \(shown.text)")
  }

  /// Returns whether a name, which may be one key with dots, is that of a member.
  private static func isMeant(_ path: MemberPath, by name: String) -> Bool {
    MemberPath(name).meanings.contains { $0.keys == path.keys }
  }

  /// Returns the column for a name: the path of a member, or the title of a column.
  ///
  /// - Throws: An ``UnknownColumnError`` if no row has it. Without rows every name is assumed to be
  ///   a member.
  package func choice(named name: String) throws(UnknownColumnError) -> FeedColumn {
    let isMember = hasMember(name)
    // The title may be that of another member's column.
    let named = choices.first {
      $0.names(name) && (!isMember || Self.isMeant($0.memberPath, by: name))
    }
    guard var column = named else { return choice(of: try memberPath(named: name), name) }
    column.isShown = true
    return column
  }

  /// Returns the column for a member that was named, with the title that it has in any output; no
  /// row needs to have the member.
  package func choice(for column: OutputColumn) -> FeedColumn {
    var choice = (try? choice(named: column.path.typed)) ?? choice(of: column.path)
    (choice.column.title, choice.rank) = (column.title, 0)
    choice.contentWidth = max(choice.contentWidth, TextWidth.columns(of: column.title, upTo: 40))
    return choice
  }

  /// Returns a column for a member, as wide as the rows of the sample need it.
  ///
  /// - Complexity: O(bytes of the sample).
  func choice(of path: MemberPath, _ title: String? = nil) -> FeedColumn {
    choice(of: path, title ?? path.text, values: sample.compactMap { path.value(in: $0) })
  }

  private func choice(
    of path: MemberPath, _ title: String, values: [JSONBytes]
  ) -> FeedColumn {
    let texts = values.map { JSONDisplayText($0.displayedStart).text }
    let width = texts.map { TextWidth.columns(of: $0, upTo: 40) }.max()
    var column = TableColumn(id: JSONPointer(tokens: path.keys).description, title: title)
    let numbers = values.count { $0.kind == .number }
    if numbers > 0, numbers * 2 > values.count {
      (column.alignment, column.style) = (.standard(ofNumbers: true), .number)
    } else if values.contains(where: { $0.amountForm == .withUnit }),
      values.allSatisfy({ $0.kind != .string || $0.amountForm != nil })
    {
      column.alignment = .standard(ofNumbers: true)
    }
    return FeedColumn(
      column: column,
      contentWidth: max(
        width ?? Self.unknownWidth, TextWidth.columns(of: title, upTo: 40)))
  }

  /// The width of a column without known values, in character columns.
  private static let unknownWidth = 12

  /// Returns the columns for members of any row, with their titles.
  ///
  /// - Complexity: O(members, and bytes of the sample).
  package func choices(for members: [OutputColumn]) -> [FeedColumn] {
    // Rows that are not objects are lines without columns.
    let members = members.filter { !$0.keys.isEmpty }
    var reader = MemberReader(members.map(\.path))
    var values = [[JSONBytes]](repeating: [], count: members.count)
    for row in sample {
      for (index, value) in reader.values(in: row).enumerated() {
        if let value { values[index].append(value) }
      }
    }
    return zip(members, values).map { member, values in
      let id = JSONPointer(tokens: member.keys).description
      var choice =
        choices.first { $0.id == id }
        ?? choice(of: member.path, member.path.text, values: values)
      (choice.column.title, choice.isShown) = (member.title, true)
      choice.rank = min(choice.rank, 1)
      return choice
    }
  }

  /// Returns a column that shows objects by the member that names most of them in the sample.
  func displayed(_ choice: FeedColumn) -> FeedColumn {
    let path = choice.memberPath
    let values = sample.compactMap { path.value(in: $0) }
    let names = values.compactMap(JSONDisplayText.namingKey(ofObject:))
    let counts = Dictionary(grouping: names) { $0 }.mapValues(\.count)
    let name = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    guard let name, names.count * 2 > values.count else { return choice }
    return self.choice(of: MemberPath(keys: path.keys + [name]))
  }

  /// Returns the members of the objects, or the elements of the arrays, in a column.
  ///
  /// - Complexity: O(bytes of the sample).
  func inner(of choice: FeedColumn) -> [MemberPath] {
    let path = choice.memberPath
    var keys: [String] = []
    var known: Set<String> = []
    var count = 0
    let values = sample.compactMap { path.value(in: $0) }
    for value in values {
      switch value.kind {
      case .object:
        for (key, _) in value.members where known.insert(key).inserted { keys.append(key) }
      case .array:
        var length = 0
        value.forEachElement { _ in
          length += 1
          return length < 8
        }
        count = max(count, length)
      default: break
      }
    }
    if keys.isEmpty { keys = (0..<count).map(String.init) }
    return keys.map { MemberPath(keys: path.keys + [$0]) }
  }

  private func unknown(_ name: String, like other: String) -> UnknownColumnError {
    UnknownColumnError(
      name: name, suggestions: NearestNames.nearest(to: other, among: names(like: other)))
  }

  /// Returns the names that may be meant by another one: those of all members, and members of any
  /// depth that end with it.
  private func names(like name: String) -> [String] {
    memberNames + memberNames.map { "\($0).\(name)" }.filter(hasMember)
  }

  /// Returns a note on an expression that compares times without a zone with `now`; nil if there is
  /// nothing to say.
  package func note(onLocalTimesIn expression: String, _ members: [MemberPath]) -> String? {
    UnzonedTimes.note(on: expression, reading: members, in: sample)
  }

  /// Returns a note on values of the first rows that a filter takes for others than they seem; nil
  /// if there are none.
  package func note(onValuesFor filter: RowFilter) -> String? {
    filter.remark(on: sample).map { TextWidth.sanitized("'\(filter.text)': \($0)") }
  }

  /// Returns a note on values of the first rows that a condition of an expression takes for others
  /// than they seem; nil if there are none.
  package func note(onValuesFor member: DerivedMember) -> String? {
    member.remark(on: sample).map { TextWidth.sanitized("'\(member.text)': \($0)") }
  }

  /// Returns a note on how a filter without matches was interpreted, or nil if there is no doubt.
  package func note(onMissesOf filter: RowFilter) -> String? {
    let text = TextWidth.sanitized(filter.text)
    guard !filter.isExpression else {
      return (filter.notes.first ?? filter.mismatch(in: sample)).map {
        "'\(text)': \(TextWidth.sanitized($0))"
      }
    }
    if let name = filter.unknownName {
      return "'\(text)' was searched for as a text, as "
        + description(ofMissing: MemberPath(keys: [name]))
    }
    if let comparison = RowFilter.comparison(inPlaceOf: filter.text), hasMember(comparison.member) {
      return "'\(text)' was searched for as a text; \(comparison.hint)"
    }
    guard hasMember(filter.text) else { return nil }
    return "'\(text)' was searched for as a text; (\(text)) finds rows where it is neither "
      + "missing, null nor false"
  }

  /// Parses sort keys such as `-score,title` or `lower(name)`.
  ///
  /// - Throws: A `FilterSyntaxError` if a name is missing, an ``UnknownColumnError`` if none of the
  ///   first rows has such a member.
  package func sortKeys(parsing text: String) throws -> [SortKey] {
    try SortKey.keys(parsing: text, isMember: hasMember).map { key in
      if key.expression != nil { return key.resolved(by: meaning) }
      return SortKey(try memberPath(named: key.path.typed), isDescending: key.isDescending)
    }
  }

  /// Completes the last name in a list of members, after a comma and a sign.
  ///
  /// - Returns: The range of the typed name, in characters, and the names that begin with it.
  func completions(ofLastNameIn text: String) -> (range: Range<Int>, candidates: [String]) {
    PromptRequest.completions(ofLastNameIn: text, among: typedNames)
  }

  /// The names of members and columns as they are typed in a filter.
  var filterNames: [String] { typedNames.map { MemberPath($0).filterText } }

  /// The names of members, and the titles of columns that differ from them.
  var typedNames: [String] {
    memberNames + choices.map(\.column.title).filter { !hasMember($0) && names(only: $0) }
  }

  private func names(only title: String) -> Bool { choices.count { $0.names(title) } == 1 }

  /// The members of the rows, and those of their members, as they are typed.
  package var memberNames: [String] {
    let names = sample.memberNames
    return names + Set(otherMembers.map(\.text)).subtracting(names).sorted()
  }
}

extension FeedListModel {
  /// The first rows, as many as columns are inferred from, without those that cannot be read.
  package var firstRows: [JSONBytes] {
    (0..<min(ColumnCatalog.sampleSize, numberOfRows)).map { row($0) }
      .filter { $0.problem == nil }.map(\.json)
  }
}
