import MocoaCore
import MocoaFeed
import MocoaTUI

/// The columns of a table as aligned text: one line a row.
package struct TextTable: RowFormatting {
  /// The maximum width of a line in columns; nil means no limit.
  private let width: Int?

  /// The theme; nil means no colors.
  private let theme: Theme?
  private var choices: [FeedColumn]
  /// The columns that fit in a line, and their positions among all.
  private var columns: [(index: Int, entry: ColumnLayout.Entry)] = []
  /// The same for each cell of a row, for which a layout is too much to copy.
  private var cells: [(index: Int, cell: AlignedLine.Cell)] = []
  /// The paths of the members with columns that fit in a line.
  package var members: [[String]] { columns.map { memberPaths[$0.index].keys } }

  private let memberPaths: [MemberPath]

  /// The number of columns that fit in a line.
  package var fittingCount: Int { columns.count }

  /// The titles of the columns that do not fit.
  package var titlesLeftOut: [String] {
    let shown = columns.map(\.index)
    return choices.indices.filter { !shown.contains($0) }.map { choices[$0].column.title }
  }

  private var reader: MemberReader

  /// A schema of the rows, which reads the members with columns, too; nil if members are not
  /// counted.
  package let schema: MemberSchema?

  /// The places of the values of the members in the last row; empty for those that it lacks.
  private var places: [Range<Int>]

  /// The text of a value that is not a part of its row; kept so that nothing is allocated.
  private var scratch: [UInt8] = []
  private let areInferred: Bool
  private let isWhole: Bool
  private let hasTitles: Bool

  /// A Boolean value that indicates whether null is an empty field, which is printed as such.
  package var isOfTable = false

  /// A Boolean value that indicates whether the rows are lines of text, without titles and columns.
  private let areLines: Bool
  private let templates: [String: RowTemplate]

  /// The number of ancestors of each row in a tree; empty without one.
  private let depths: [Int32]

  /// The width in columns of the first column without the indentation of a tree.
  private let firstWidth: Int

  /// The maximum width in columns of a title to which its column is widened.
  private static let widestTitle = 200

  /// The line with the titles; empty without columns.
  package private(set) var header: [UInt8] = []

  /// nil: rows without any of the members are displayed whole.
  package var paths: [MemberPath]? { nil }

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - choices: The columns.
  ///   - areInferred: A Boolean value that indicates whether the user has not chosen the columns: a
  ///     row with none of their members is then displayed as JSON, as in the list, and the members
  ///     of rows are counted.
  ///   - isWhole: A Boolean value that indicates whether objects and arrays are JSON, as in a file;
  ///     otherwise they are summarized, as in the list.
  ///   - tree: The tree in which the rows are; nil without one.
  ///   - hasTitles: A Boolean value that indicates whether the first line has the titles.
  ///   - width: The maximum width of a line in columns; nil means no limit.
  ///   - theme: The theme; nil means no colors.
  package init(
    columns choices: [FeedColumn], areInferred: Bool = false, isWhole: Bool = false,
    tree: TreeListModel? = nil, hasTitles: Bool = true, width: Int? = nil, theme: Theme? = nil
  ) {
    self.choices = choices
    firstWidth = choices.first?.contentWidth ?? 0
    if let tree, !choices.isEmpty {
      self.choices[0].indent(by: width == nil ? tree.indentation(upTo: 64) : tree.indentation())
    }
    depths = tree?.depths ?? []
    (self.width, self.theme, self.hasTitles) = (width, theme, hasTitles)
    templates = choices.reduce(into: [:]) { $0[$1.id] = $1.template }
    self.isWhole = isWhole
    areLines = !hasTitles && width == nil && choices.count == 1
    self.areInferred = areInferred || choices.isEmpty
    memberPaths = choices.map(\.memberPath)
    reader = MemberReader(memberPaths)
    schema = areInferred ? MemberSchema(reading: memberPaths) : nil
    places = choices.map { _ in 0..<0 }
    if width == nil {
      // Without a limit, a title is as wide as its column.
      for index in choices.indices {
        let title = TextWidth.sanitized(choices[index].column.title)
        self.choices[index].widen(to: TextWidth.columns(of: title, upTo: Self.widestTitle))
      }
    }
    layOut()
  }

  /// Widens columns where rows need it that are among the first to be printed.
  package mutating func fit(to rows: [JSONBytes]) {
    guard !areLines else { return }
    choices = choices.widened(for: rows, ofTable: isOfTable, isWhole: isWhole)
    layOut()
  }

  /// Lays out the columns, of which the least important are left out until the others fit, and
  /// their titles.
  private mutating func layOut() {
    var shown = Array(choices.indices)
    var entries = layout(of: shown)
    while let width, shown.count > 1, let last = entries.last, last.left + last.columns > width {
      let least = shown.map { rank($0) }.max()
      shown.lastIndex { rank($0) == least }.map { _ = shown.remove(at: $0) }
      entries = layout(of: shown)
    }
    if let width, entries.count == 1 { entries[0].columns = max(1, min(entries[0].columns, width)) }
    columns = zip(shown, entries).map { (index: $0, entry: $1) }
    cells = columns.map {
      (index: $0.index, cell: AlignedLine.Cell($0.entry, isLimited: width != nil))
    }
    guard hasTitles, !columns.isEmpty else { return }
    var rows = FormattedRows()
    var line = AlignedLine()
    for ((_, entry), (_, cell)) in zip(columns, cells) {
      let title = width == nil ? entry.column.title : entry.column.title(fitting: entry.columns)
      append(title, .columnHeader, in: cell, &line, to: &rows)
    }
    header = rows.bytes + [0x0A]
  }

  private func layout(of shown: [Int]) -> [ColumnLayout.Entry] {
    let widths = shown.map { choices[$0].contentWidth }
    return ColumnLayout(
      columns: shown.map { choices[$0].column }, contentWidths: widths,
      paneColumns: width ?? widths.reduce(0) { $0 + $1 + ColumnLayout.gap }
    ).entries
  }

  /// The importance of a column; the first one of a tree is needed.
  private func rank(_ index: Int) -> Int {
    index == 0 && !depths.isEmpty ? -1 : choices[index].rank
  }

  // MARK: Rows

  package mutating func append(
    _ row: UnsafeRawBufferPointer, number: Int, to rows: inout FormattedRows
  ) {
    if let repaired = FormattedRows.repaired(row) {
      repaired.withUnsafeBytes { append($0, number, isRepaired: true, to: &rows) }
    } else {
      append(row, number, isRepaired: FormattedRows.hasLoneSurrogates(row), to: &rows)
    }
  }

  private mutating func append(
    _ row: UnsafeRawBufferPointer, _ number: Int, isRepaired: Bool, to rows: inout FormattedRows
  ) {
    guard rows.schema?.add(row, number: number) ?? true,
      rows.schema?.store(placesIn: &places) == true || reader.read(row, placesIn: &places)
    else { return rows.addProblem(number) }
    if row.first == UInt8(ascii: "{") || JSONBytes(Array(row)).kind == .object {
      appendMembers(of: row, number, to: &rows)
    } else if theme != nil || !appendPlain(row, upTo: width, to: &rows.bytes) {
      let text = JSONDisplayText(JSONBytes(Array(row)), of: nil, isWhole: isWhole)
      append(text.text, text.style, to: &rows)
    }
    rows.bytes.append(0x0A)
    rows.endRow(number, isRepaired: isRepaired)
  }

  package mutating func append(_ problem: FeedError, to rows: inout FormattedRows) {
    append("! \(problem)", .error, to: &rows)
    rows.bytes.append(0x0A)
  }

  package mutating func append(header: Row, to rows: inout FormattedRows) {
    append(header.headerTitle, .sectionHeader, to: &rows)
    if let problem = header.problem {
      rows.bytes.append(contentsOf: "  ".utf8)
      append("! \(problem)", .error, to: &rows)
    }
    rows.bytes.append(0x0A)
  }

  package mutating func append(header title: String, to rows: inout FormattedRows) {
    append(title, .sectionHeader, to: &rows)
    rows.bytes.append(0x0A)
  }

  private mutating func appendMembers(
    of row: UnsafeRawBufferPointer, _ number: Int, to rows: inout FormattedRows
  ) {
    let start = rows.bytes.count
    var line = AlignedLine()
    if !columns.isEmpty, number < depths.count {
      let first = columns[0].entry.columns
      let widest = max(first - firstWidth, first / 2)
      let indentation = min(2 * Int(depths[number]), widest)
      line.indent(by: indentation)
      appendCell(0, of: row, &line, indentation, to: &rows)
      for index in columns.indices.dropFirst() { appendCell(index, of: row, &line, to: &rows) }
    } else {
      for index in columns.indices { appendCell(index, of: row, &line, to: &rows) }
    }
    guard areInferred, rows.bytes.count == start, places.allSatisfy(\.isEmpty) else { return }
    append(JSONBytes(Array(row)).description, .secondary, to: &rows)
  }

  /// Appends the text of a row in a column.
  private mutating func appendCell(
    _ number: Int, of row: UnsafeRawBufferPointer, _ line: inout AlignedLine,
    _ indentation: Int = 0, to rows: inout FormattedRows
  ) {
    let index = cells[number].index
    var cell = cells[number].cell
    cell.columns -= indentation
    if !templates.isEmpty, let template = templates[columns[number].entry.column.id] {
      let text = template.text(for: JSONBytes(Array(row)))
      return append(text, columns[number].entry.column.style, in: cell, &line, to: &rows)
    }
    guard !places[index].isEmpty else { return line.skip(cell.columns) }
    let value = UnsafeRawBufferPointer(rebasing: row[places[index]])
    if isOfTable, value.isNull { return line.skip(cell.columns) }
    if theme == nil, appendPlain(value, in: cell, &line, to: &rows.bytes) { return }
    let json = JSONBytes(Array(value))
    if areLines, let text = json.string, colored(text, upTo: .max) == nil {
      return append(lineWithTabs: text, to: &rows)
    }
    let key = memberPaths[index].keys.last
    // Without colors, the style of a text does not matter.
    if theme == nil, key != "line", let text = json.string {
      return append(text, .body, in: cell, &line, to: &rows)
    }
    let text = JSONDisplayText(json, of: key, isWhole: isWhole)
    let style = text.style(in: columns[number].entry.column)
    append(text.text, style, in: cell, &line, to: &rows)
  }

  // MARK: Texts

  /// Appends the visible part of a text in a column; the whole text if the width is unlimited.
  private mutating func append(
    _ text: String, _ style: StyleName, in cell: AlignedLine.Cell, _ line: inout AlignedLine,
    to rows: inout FormattedRows
  ) {
    var whole = sanitized(text, in: &rows)
    let (count, limit) = whole.withUTF8 { utf8 in
      let bytes = UnsafeRawBufferPointer(utf8)
      let count =
        TextWidth.columns(ofPlain: bytes)
        ?? TextWidth.columns(of: String(decoding: utf8, as: UTF8.self))
      return (count, line.room(for: bytes, of: count, in: cell))
    }
    let shown = count <= limit ? whole : TextWidth.truncated(whole, to: limit)
    guard !shown.isEmpty else { return line.skip(cell.columns) }
    line.begin(cell, count <= limit ? count : TextWidth.columns(of: shown), in: &rows.bytes)
    rows.bytes.append(contentsOf: (colored(text, upTo: limit) ?? styled(shown, style)).utf8)
  }

  /// Appends a line with its tabs, which are those of the terminal or file, too.
  private func append(lineWithTabs text: String, to rows: inout FormattedRows) {
    let parts = text.split(separator: "\t", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index > 0 { rows.bytes.append(0x09) }
      rows.bytes.append(contentsOf: sanitized(String(part), in: &rows).utf8)
    }
  }

  /// Appends the visible part of a text in a line.
  private mutating func append(_ text: String, _ style: StyleName, to rows: inout FormattedRows) {
    let whole = sanitized(text, in: &rows)
    let text = width.map { TextWidth.truncated(whole, to: $0) } ?? whole
    rows.bytes.append(contentsOf: styled(text, style).utf8)
  }

  /// Returns the visible part of a text in its own colors; nil if it has none, or none are wanted.
  private func colored(_ text: String, upTo columns: Int) -> String? {
    guard theme != nil, text.utf8.contains(GraphicRendition.escape) else { return nil }
    return TextWidth.inItsColors(TextWidth.truncated(text, to: columns))
  }

  private func styled(_ text: String, _ style: StyleName) -> String {
    theme.map { $0[style].sequence(around: text) } ?? text
  }

  /// Appends a value in a column, if its text can be copied.
  ///
  /// - Returns: `false`, with nothing appended, if its text has to be made.
  private mutating func appendPlain(
    _ value: UnsafeRawBufferPointer, in cell: AlignedLine.Cell, _ line: inout AlignedLine,
    to output: inout [UInt8]
  ) -> Bool {
    switch PlainText(of: value, isWhole: isWhole) {
    case .part(let text): return line.append(text, in: cell, to: &output)
    case .array(let elements):
      elements.summarize(into: &scratch)
      return scratch.withUnsafeBytes { line.append($0, in: cell, to: &output) }
    case .object(let count):
      scratch.removeAll(keepingCapacity: true)
      scratch.append(contentsOf: "{\(count)}".utf8)
      return scratch.withUnsafeBytes { line.append($0, in: cell, to: &output) }
    case nil: return false
    }
  }

  /// Appends a row that is no object.
  private mutating func appendPlain(
    _ value: UnsafeRawBufferPointer, upTo width: Int?, to output: inout [UInt8]
  ) -> Bool {
    var line = AlignedLine()
    let cell = AlignedLine.Cell(columns: width ?? 0, isTrailing: false, isLimited: width != nil)
    return appendPlain(value, in: cell, &line, to: &output)
  }

  // MARK: Control characters

  /// Returns a text without colors, and without characters that a terminal would execute or that
  /// would end the line.
  private func sanitized(_ text: String, in rows: inout FormattedRows) -> String {
    let text = GraphicRendition.removed(from: text)
    let result = TextWidth.sanitized(text)
    if result != text { rows.replacedCount += 1 }
    return result
  }

  /// Describes a number of values in which such characters were replaced; nil if more may follow.
  package static func description(ofReplacementsIn count: Int?) -> String {
    let values = count.map { $0 == 1 ? "1 value" : "\($0) values" } ?? "the text"
    return "control characters in \(values) are replaced or removed"
  }
}
