import MocoaFeed
import MocoaTUI

/// The columns that rows can be shown in, by the names that people type.
public struct ColumnCatalog: Sendable {
  /// How many rows of a feed the columns are chosen by: some more than most screens show, as the
  /// first screen waits for them.
  public static let sampleSize = 50

  /// The rows by which names are checked.
  public let sample: [JSONBytes]

  /// The columns, shown or not, in their order.
  public let choices: [ColumnChoice]

  /// Makes a catalog of columns.
  public init(sample: [JSONBytes], choices: [ColumnChoice]) {
    self.sample = sample
    self.choices = choices
  }

  /// Chooses columns for rows like those of a sample.
  ///
  /// - Parameters:
  ///   - sample: rows.
  ///   - templates: the columns that are asked for; the others are hidden then.
  /// - Complexity: O(bytes of the sample).
  public init(sample: [JSONBytes], templates: [TemplateColumn] = []) {
    let chooser = JSONColumnChooser(sample: sample)
    let suggested = zip(chooser.columns, chooser.contentWidths).map {
      ColumnChoice(column: $0, contentWidth: $1)
    }
    let asked = templates.map { template in
      let like = suggested.first { $0.column.id == template.column.id }?.column
      let (column, width) = template.fitted(to: sample, like: like)
      return ColumnChoice(column: column, contentWidth: width)
    }
    let others = asked.isEmpty ? suggested : suggested.hidden(without: asked)
    self.init(sample: sample, choices: asked + others)
  }

  /// The member that a name means: a member of the rows, or what the column of that title shows.
  ///
  /// - Throws: ``UnknownColumnError`` where none of the rows has it. Without rows every name is
  ///   taken for a member.
  public func memberPath(named name: String) throws(UnknownColumnError) -> MemberPath {
    guard !sample.isEmpty, !hasMember(name) else { return MemberPath(name) }
    if let choice = choices.first(where: { $0.names(name) }) { return choice.memberPath }
    // The only column of rows that are no objects has this title.
    if name == "value" || name == ".value", !sample.contains(where: { $0.kind == .object }) {
      return MemberPath(".")
    }
    throw unknown(name)
  }

  /// The template with the titles of columns replaced by the members that these show.
  ///
  /// - Throws: ``UnknownColumnError`` for a name that none of the rows has.
  public func resolved(_ template: RowTemplate) throws(UnknownColumnError) -> RowTemplate {
    try template.replacingMembers { path throws(UnknownColumnError) in
      try memberPath(named: path.text)
    }
  }

  /// What a name stands for: a member of the rows, or what the column of that title shows.
  public func meaning(of name: String) -> MemberMeaning {
    if sample.isEmpty { return .assumed }
    do throws(UnknownColumnError) {
      return .known(try memberPath(named: name))
    } catch {
      return .unknown(nearest: error.suggestions)
    }
  }

  /// Whether one of the rows has a member.
  public func hasMember(_ name: String) -> Bool {
    let path = MemberPath(name)
    return sample.contains { path.value(in: $0) != nil }
  }

  /// The column that a name means: its title or the way to a member, `score`, `author.name`,
  /// `/a/b`.
  ///
  /// - Throws: ``UnknownColumnError`` where none of the rows has it. Without rows every name is
  ///   taken for a member.
  public func choice(named name: String) throws(UnknownColumnError) -> ColumnChoice {
    if let choice = choices.first(where: { $0.names(name) }) {
      var choice = choice
      choice.isShown = true
      return choice
    }
    guard sample.isEmpty || hasMember(name) else { throw unknown(name) }
    return choice(ofMember: name)
  }

  /// A column for a member that none of the columns shows.
  public func choice(ofMember name: String) -> ColumnChoice {
    let width = sample.compactMap { MemberPath(name).value(in: $0) }.map {
      TextWidth.columns(of: JSONDisplayText($0).text, upTo: 40)
    }.max()
    return ColumnChoice(
      column: TableColumn(
        id: JSONPointer(tokens: MemberPath(name).keys).description, title: name),
      contentWidth: max(width ?? 0, TextWidth.columns(of: name, upTo: 40)))
  }

  private func unknown(_ name: String) -> UnknownColumnError {
    UnknownColumnError(
      name: name, suggestions: NearestNames.nearest(to: name, among: memberNames))
  }

  /// The names of members and columns as they are typed in a filter.
  var filterNames: [String] {
    let titles = choices.map(\.column.title).filter { !hasMember($0) && names(only: $0) }
    return (memberNames + titles).map { MemberPath($0).filterText }
  }

  private func names(only title: String) -> Bool { choices.count { $0.names(title) } == 1 }

  /// The members of the rows, and those of their members, as they are typed.
  public var memberNames: [String] {
    var names: [String] = []
    var known: Set<String> = []
    func add(_ name: String) { if known.insert(name).inserted { names.append(name) } }
    for row in sample where row.kind == .object {
      row.forEachMember { key, value in
        add(MemberPath(keys: [key]).text)
        guard value.kind == .object else { return true }
        value.forEachMember { inner, _ in
          add(MemberPath(keys: [key, inner]).text)
          return true
        }
        return true
      }
    }
    return names
  }
}

extension ColumnChoice {
  /// Whether a name means this column.
  func names(_ name: String) -> Bool {
    column.title == name || typedName == name || column.id == name
  }

  /// The member that the column shows.
  public var memberPath: MemberPath { MemberPath(keys: column.memberPointer.tokens) }
}
