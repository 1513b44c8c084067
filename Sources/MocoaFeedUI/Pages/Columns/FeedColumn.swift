import MocoaFeed
import MocoaTUI

/// A column of a feed: a member of the rows, or a template, shown or hidden.
package struct FeedColumn: Hashable, Sendable, Identifiable {
  /// The column; its `id` is a JSON pointer to the member, or else the template.
  package var column: TableColumn

  /// The template of the cells; nil for the member itself.
  package var template: RowTemplate?

  /// The member of a short name, which rows may have themselves; nil for that of the column's `id`.
  package var completedPath: MemberPath?

  /// The width of its content, in character columns; 0 if unknown.
  package var contentWidth = 0

  /// The importance of an inferred column where not all fit: 0 is the most important one.
  package var rank = 0
  package var isShown = true

  /// A Boolean value that indicates whether the alignment was specified, rather than inferred.
  var isAligned = true

  /// A Boolean value that indicates whether the width was specified.
  var isSized = true

  package var id: String { column.id }

  /// The number of columns to which the text of a template may be cut where room is short.
  private static let shortestText = 12
}

extension FeedColumn {
  /// Creates a requested column, in which rows are in no order.
  init(
    _ column: TableColumn, id: String? = nil, title: String? = nil, template: RowTemplate? = nil
  ) {
    self.init(column: column, template: template)
    self.column.id = id ?? column.id
    self.column.title = title ?? column.title
    self.column.order = nil
  }

  /// The member that the column displays, of several the first one.
  package var memberPath: MemberPath {
    // Another column of that member has its pointer as its `id`.
    if let template, id == template.text, let path = template.paths.first {
      return MemberPath(keys: path.keys)
    }
    return ownPath
  }

  /// The member of the column's `id`.
  private var ownPath: MemberPath {
    completedPath ?? MemberPath(keys: column.memberPointer.tokens)
  }

  /// The member that the title of the column means; nil where cells have text alone, or a word of a
  /// line.
  var titledMember: MemberPath? {
    template.map(\.showsMember) == false ? nil : memberPath
  }

  /// The members that rows need for this column.
  package var neededPaths: [MemberPath] { template?.neededPaths ?? [memberPath] }

  /// The column as it is typed in a sort order or a filter.
  var typedName: String { ownPath.text }

  /// Returns whether a name refers to this column.
  func names(_ name: String) -> Bool {
    column.title == name || typedName == name || column.id == name
  }

  /// Returns whether a key sorts by the member of this column; another may have its title.
  func isSorted(by key: SortKey) -> Bool { key.path.keys == memberPath.keys }

  /// The column in formats for programs: the values of its only member, or else its texts.
  ///
  /// Without a title it has that of its member; bars without one are nil.
  fileprivate var written: OutputColumn? {
    let only: MemberPath? = template == nil ? memberPath : template?.onlyMember
    var title = column.title
    if title.isEmpty {
      guard template?.isGraph != true, let path = only ?? titledMember else { return nil }
      title = path.title
    }
    return OutputColumn(
      title: title, path: only ?? memberPath, template: only == nil ? template : nil)
  }

  /// Fixes the width at its current value, or else that of the content, plus a number of columns.
  mutating func resize(by columns: Int, from shownWidth: Int? = nil) {
    var width = shownWidth ?? contentWidth
    if case .fixed(let fixed) = column.width { width = fixed }
    column.width = .fixed(max(2, width + columns))
  }

  /// Returns the column for rows like those of a sample, as one inferred for the same member.
  func fitted(to sample: [JSONBytes], like inferred: TableColumn?) -> FeedColumn {
    var fitted = self
    if let inferred, template == nil {
      if !isAligned { fitted.column.alignment = inferred.alignment }
      fitted.column.style = inferred.style
      if !isSized { fitted.column.width = inferred.width }
    }
    let texts = sample.map { row in
      template?.text(for: row)
        ?? JSONPointer(column.id).flatMap { row[$0] }
        .map { JSONDisplayText($0.displayedStart).text } ?? ""
    }
    let width = texts.reduce(column.titleWidth) {
      max($0, TextWidth.columns(of: $1, upTo: 80))
    }
    if !isSized, template != nil {
      fitted.column.width = .content(minimum: min(Self.shortestText, width), maximum: 40)
    }
    fitted.contentWidth = width
    for text in texts { fitted.makeRoom(for: text) }
    return fitted
  }
}

extension [FeedColumn] {
  /// The columns that are shown, in formats for programs.
  package var written: [OutputColumn] { filter(\.isShown).compactMap(\.written) }

  /// Returns the columns that are not among others, hidden.
  func hidden(without others: [FeedColumn]) -> [FeedColumn] {
    filter { choice in !others.contains { $0.id == choice.id } }.map { choice in
      var choice = choice
      choice.isShown = false
      return choice
    }
  }
}
