import MocoaCore
import MocoaFeed
import MocoaTUI

/// The columns of a table as aligned text: one line a row.
package struct TextTable: Sendable {
  /// The maximum width of a line in columns; nil means no limit.
  private let width: Int?

  /// The theme; nil means no colors.
  private let theme: Theme?

  /// The columns that fit in a line.
  private let columns: [ColumnLayout.Entry]
  /// The paths of the members with columns that fit in a line.
  package let members: [[String]]

  /// The numbers of columns that fit in a line and of all columns, if some do not.
  package let fittingCount: (shown: Int, all: Int)?
  private var reader: MemberReader
  private let areInferred: Bool
  private let isWhole: Bool
  private let templates: [String: RowTemplate]

  /// The maximum width in columns of a title to which its column is widened.
  private static let widestTitle = 200

  /// The line with the titles; empty without columns.
  package private(set) var titles = ""

  /// The number of values, titles and headers in which characters were replaced by symbols, or
  /// removed, that a terminal would execute.
  package private(set) var replacedCount = 0

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - choices: The columns.
  ///   - areInferred: A Boolean value that indicates whether the user has not chosen the columns: a
  ///     row with none of their members is then displayed as JSON, as in the list.
  ///   - isWhole: A Boolean value that indicates whether objects and arrays are JSON, as in a file;
  ///     otherwise they are summarized, as in the list.
  ///   - templates: The templates of columns, by the columns' `id`s.
  ///   - width: The maximum width of a line in columns; nil means no limit.
  ///   - theme: The theme; nil means no colors.
  package init(
    columns choices: [ColumnChoice], areInferred: Bool = false, isWhole: Bool = false,
    templates: [String: RowTemplate] = [:], width: Int? = nil, theme: Theme? = nil
  ) {
    self.width = width
    self.theme = theme
    self.templates = templates
    self.isWhole = isWhole
    self.areInferred = areInferred || choices.isEmpty
    let paths = choices.map(\.memberPath)
    reader = MemberReader(paths)
    // Without a limit, a title is as wide as its column.
    let choices = width == nil ? choices.map(Self.fittingTitle) : choices
    let widths = choices.map(\.contentWidth)
    let layout = ColumnLayout(
      columns: choices.map(\.column), contentWidths: widths,
      paneColumns: width ?? widths.reduce(0) { $0 + $1 + ColumnLayout.gap })
    var fitting = Array(layout.entries.prefix { $0.left + $0.columns <= width ?? .max })
    if fitting.isEmpty, let width, var first = layout.entries.first {
      first.columns = max(1, width)
      fitting = [first]
    }
    columns = fitting
    members = paths.prefix(columns.count).map(\.keys)
    fittingCount = columns.count < choices.count ? (columns.count, choices.count) : nil
    guard !layout.entries.isEmpty else { return }
    titles = line(of: columns.map { ($0.column.title, .columnHeader) }) + "\n"
  }

  /// Returns a column that is at least as wide as its title.
  private static func fittingTitle(_ choice: ColumnChoice) -> ColumnChoice {
    var choice = choice
    let title = TextWidth.columns(
      of: TextWidth.sanitized(choice.column.title), upTo: widestTitle)
    choice.contentWidth = max(choice.contentWidth, title)
    choice.column.width =
      switch choice.column.width {
      case .content(let minimum, let maximum):
        .content(minimum: max(minimum, title), maximum: max(maximum, title))
      case .share(let weight, let minimum): .share(weight, minimum: max(minimum, title))
      case .fixed(let columns): .fixed(max(columns, title))
      }
    return choice
  }

  /// Returns the line of a row; its error in place of one that cannot be read.
  package mutating func line(of row: Row) -> String {
    if let problem = row.problem { return line(of: problem) }
    return text(of: row)
  }

  /// Returns the line of an error.
  private mutating func line(of problem: FeedError) -> String {
    styled(clip("! \(problem)"), .error)
  }

  /// Returns the line of a header of a section.
  package mutating func line(ofHeader header: Row) -> String {
    line(ofHeader: header.headerTitle) + (header.problem.map { "  " + line(of: $0) } ?? "")
  }

  /// Returns the line of a header.
  package mutating func line(ofHeader title: String) -> String {
    styled(clip(title), .sectionHeader)
  }

  private mutating func text(of row: Row) -> String {
    guard row.json.kind == .object else {
      let text = JSONDisplayText(row.json, of: nil, isWhole: isWhole)
      return styled(clip(text.text), text.style)
    }
    let values = reader.values(in: row.json)
    let line = line(
      of: columns.indices.map { index in
        cell(of: row.json, values[index], in: columns[index].column, member: members[index].last)
      })
    guard line.isEmpty, areInferred, values.allSatisfy({ $0 == nil }) else { return line }
    return styled(clip(row.json.description), .secondary)
  }

  /// Returns the text of a row in a column.
  private func cell(
    of row: JSONBytes, _ value: JSONBytes?, in column: TableColumn, member: String?
  ) -> (text: String, style: Style) {
    if let template = templates[column.id] { return (template.text(for: row), column.style) }
    guard let value else { return ("", .body) }
    let text = JSONDisplayText(value, of: member, isWhole: isWhole)
    return (text.text, text.style(in: column))
  }

  /// Returns a line with a text in each column, without trailing spaces.
  private mutating func line(of cells: [(text: String, style: Style)]) -> String {
    var line = ""
    var blanks = 0
    for (entry, (value, style)) in zip(columns, cells) {
      let cell = cell(of: sanitized(value), in: entry)
      let free = max(0, entry.columns - TextWidth.columns(of: cell))
      let isTrailing = entry.column.alignment == .trailing
      if !cell.isEmpty {
        line += String(repeating: " ", count: blanks + (isTrailing ? free : 0))
        line += styled(cell, style)
        blanks = 0
      }
      blanks += (cell.isEmpty ? entry.columns : isTrailing ? 0 : free) + ColumnLayout.gap
    }
    return line
  }

  /// Returns the visible part of a text in a column; the whole text if the width is unlimited.
  private func cell(of text: String, in entry: ColumnLayout.Entry) -> String {
    width == nil ? text : TextWidth.truncated(text, to: entry.columns)
  }

  private func styled(_ text: String, _ style: Style) -> String {
    theme.map { $0[style].sequence(around: text) } ?? text
  }

  private mutating func clip(_ text: String) -> String {
    let text = sanitized(text)
    return width.map { TextWidth.truncated(text, to: $0) } ?? text
  }

  // MARK: Control characters

  /// Returns a text without colors, and without characters that a terminal would execute or that
  /// would end the line.
  private mutating func sanitized(_ text: String) -> String {
    let text = GraphicRendition.removed(from: text)
    let result = TextWidth.sanitized(text)
    if result != text { replacedCount += 1 }
    return result
  }

  /// Describes values in which such characters were replaced.
  ///
  /// - Parameter count: Their number; nil if more may follow.
  /// - Returns: The description.
  package static func description(ofReplacementsIn count: Int?) -> String {
    let values = count.map { $0 == 1 ? "1 value" : "\($0) values" } ?? "the text"
    return "control characters in \(values) are replaced or removed"
  }
}
