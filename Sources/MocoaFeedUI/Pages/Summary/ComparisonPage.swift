import MocoaFeed
import MocoaTUI

/// The members whose values differ between rows, with the values side by side.
@MainActor
final class ComparisonPage: ComputedPage {
  /// The maximum number of rows that are compared.
  static let limit = 8

  private var snapshot: RowSnapshot?

  /// Creates a page that compares rows.
  ///
  /// - Parameters:
  ///   - rows: The rows and their names.
  ///   - page: The page that contains the rows.
  /// - Throws: A `FeedError` if the values cannot be opened as a feed.
  init(of rows: [(name: String, json: JSONBytes)], in page: FeedPage) throws {
    let names = rows.map(\.name)
    func column(_ name: String, _ style: StyleName) -> TemplateColumn {
      TemplateColumn(
        TableColumn(
          id: JSONPointer(tokens: [name]).description, title: name, style: style,
          isPinned: style == .title))
    }
    try super.init(
      name: names.joined(separator: ", "),
      columns: [column("member", .title)] + names.map { column($0, .body) },
      identityKey: "/member", of: page)
    status.hint = "/ search  f filter  Y copy the value  Esc back"
    var schema = MemberSchema()
    for row in rows { row.json.withBytes { _ = schema.add($0) } }
    let members = schema.columns.flatMap { Self.parts(of: $0.path, in: rows) }
    let lines = members.compactMap { Self.line($0, of: rows) }
    showRows(lines.flatMap(\.self))
    let result =
      lines.isEmpty
      ? "the rows are the same"
      : "\(lines.count.grouped) of \(members.count.grouped) members differ"
    pendingRows = result
    snapshot = RowSnapshot(of: rows.map(\.json), in: page.feed) { [weak self] hasChanged in
      self?.pendingRows = result + (hasChanged ? "; \(RowSnapshot.message)" : "")
    }
  }

  override var title: String { origin?.title ?? feed.name }

  /// The maximum number of elements of lists that are compared one by one.
  private static let elementLimit = 100

  /// Returns the paths of the elements of lists that differ; the member itself for other values.
  private static func parts(
    of path: MemberPath, in rows: [(name: String, json: JSONBytes)]
  ) -> [MemberPath] {
    let values = rows.compactMap { path.value(in: $0.json) }
    guard values.count > 1, Set(values.map(\.description)).count > 1 else { return [path] }
    var count = 0
    for value in values {
      guard value.kind == .array else { return [path] }
      var length = 0
      value.forEachElement { _ in
        length += 1
        return length <= elementLimit
      }
      count = max(count, length)
    }
    guard count <= elementLimit else { return [path] }
    return (0..<count).flatMap {
      parts(of: MemberPath(keys: path.keys + [String($0)]), in: rows)
    }
  }

  /// Returns the line of a member, or nil if all rows have the same value.
  private static func line(
    _ path: MemberPath, of rows: [(name: String, json: JSONBytes)]
  ) -> [UInt8]? {
    let values = rows.map { path.value(in: $0.json) }
    let texts = values.map { $0?.description }
    guard Set(texts).count > 1 else { return nil }
    func quoted(_ text: String) -> String { JSONValue.string(text).description }
    // Values that look the same in a cell are shown as JSON.
    let looks = Set(values.map { $0.map { JSONDisplayText($0).text } })
    let isJSON = looks.count < Set(texts).count
    let cells = zip(rows, texts).compactMap { row, text in
      text.map { ",\(quoted(row.name)):\(isJSON ? quoted($0) : $0)" }
    }
    return Array("{\"member\":\(quoted(path.text))\(cells.joined())}\n".utf8)
  }
}

extension FeedPage {
  /// Compares the marked rows; a single marked row is compared with the current row.
  func compareRows() {
    guard areRowsInPlace() else { return }
    let targets = targetRows
    if let problem = targets.lazy.compactMap(\.problem).first {
      return status.show("\(problem); it cannot be compared", style: .warning)
    }
    var rows = targets.map(\.json)
    let isMarked = markedCount > 0
    if rows.count == 1, isMarked, let cursor, !list.isSelected(cursor),
      let current = row(at: cursor)
    {
      rows.append(current.json)
    }
    guard 2...ComparisonPage.limit ~= rows.count else {
      return status.show("mark 2 to \(ComparisonPage.limit) rows with Space to compare them")
    }
    let title = columns.choices.first(where: \.isShown)?.memberPath
    let names = Self.names(of: rows, by: title)
    push { try ComparisonPage(of: Array(zip(names, rows)), in: self) }
  }

  /// Returns unique names of rows: the naming member, else the first column or the position.
  ///
  /// Equal names are followed by a number in parentheses.
  private static func names(of rows: [JSONBytes], by title: MemberPath?) -> [String] {
    var known: Set<String> = ["member"]
    return rows.enumerated().map { index, row in
      let isNamed = JSONDisplayText.namingKey(ofObject: row) != nil
      let value = isNamed ? row : title?.value(in: row)
      let name = value.map { String(JSONDisplayText($0).text.prefix(24)) } ?? "row \(index + 1)"
      var unique = name
      var number = 2
      while !known.insert(unique).inserted {
        unique = "\(name) (\(number))"
        number += 1
      }
      return unique
    }
  }
}
