import MocoaFeed
import MocoaTUI

/// The members whose values differ between rows, with the values side by side.
@MainActor
final class ComparisonPage: ComputedPage {
  /// The maximum number of rows that are compared.
  static let limit = 8

  private var snapshot: RowSnapshot?
  private var task: Task<Void, Never>?
  private var isCompared = false

  /// How many members differ, and whether the feed has other rows now.
  private var result = "comparing the rows" { didSet { showResult() } }
  private var hasChanged = false { didSet { showResult() } }

  /// Creates a page that compares rows, which have names.
  ///
  /// - Throws: A `FeedError` if the values cannot be opened as a feed.
  init(of rows: [(name: String, json: JSONBytes)], in page: any FeedContext) throws {
    let names = rows.map(\.name)
    func column(_ name: String, _ style: StyleName) -> FeedColumn {
      FeedColumn(
        TableColumn(
          id: JSONPointer(tokens: [name]).description, title: name, style: style,
          isPinned: style == .title))
    }
    try super.init(
      name: names.joined(separator: ", "),
      columns: [column("member", .title)] + names.map { column($0, .body) },
      identityKey: "/member", of: page)
    status.hint = "/ search  f filter  Y copy the value  Esc back"
    compare(rows)
    snapshot = RowSnapshot(of: rows.map(\.json), in: page.feed) { [weak self] in
      self?.hasChanged = $0
    }
  }

  isolated deinit { task?.cancel() }

  override var title: String { origin?.title ?? feed.name }

  /// Does nothing: the rows remain those that were chosen.
  override func start() {}

  override var resultFaults: [String] { isCompared ? [] : [result] }

  /// Compares rows off the main actor, as they may be long.
  private func compare(_ rows: [(name: String, json: JSONBytes)]) {
    showResult()
    task = Task { [weak self] in
      let comparison = await withDetachedTask(priority: .userInitiated) { RowComparison(of: rows) }
      guard !Task.isCancelled, let self, let comparison else { return }
      isCompared = true
      showRows(comparison.lines)
      result = comparison.text
    }
  }

  private func showResult() {
    statusBar.pendingRows = result + (hasChanged ? "; \(RowSnapshot.message)" : "")
  }
}

/// The members whose values differ between rows.
private struct RowComparison: Sendable {
  /// A member, and its values in the rows.
  private typealias Member = (path: MemberPath, values: [JSONBytes?])

  /// A line of JSON for each member that differs.
  private(set) var lines: [UInt8] = []
  private var differentCount = 0
  private var memberCount = 0

  /// How many members differ.
  var text: String {
    differentCount == 0
      ? "the rows are the same"
      : "\(differentCount.grouped) of \(memberCount.grouped) members differ"
  }

  /// The maximum number of elements of lists that are compared one by one.
  private static let elementLimit = 100

  /// Compares rows.
  ///
  /// - Complexity: O(n) for n bytes.
  /// - Returns: nil if the task was cancelled.
  init?(of rows: [(name: String, json: JSONBytes)]) {
    var schema = MemberSchema()
    for row in rows { row.json.withBytes { _ = schema.add($0) } }
    let paths = schema.columns.map(\.path)
    var reader = MemberReader(paths)
    let values = rows.map { reader.values(in: $0.json) }
    for (index, path) in paths.enumerated() {
      guard !Task.isCancelled else { return nil }
      for member in Self.parts(of: (path, values.map { $0[index] })) {
        memberCount += 1
        guard let line = Self.line(member, names: rows.map(\.name)) else { continue }
        differentCount += 1
        lines += line
      }
    }
  }

  /// Returns the elements of lists that differ; the member itself for other values.
  private static func parts(of member: Member) -> [Member] {
    let values = member.values.compactMap(\.self)
    guard values.count > 1, Set(values.map(\.description)).count > 1 else { return [member] }
    var count = 0
    let elements = member.values.map { value -> [JSONBytes] in
      var elements: [JSONBytes] = []
      guard value?.kind == .array else { return elements }
      value?.forEachElement {
        elements.append($0)
        return elements.count <= elementLimit
      }
      count = max(count, elements.count)
      return elements
    }
    guard values.allSatisfy({ $0.kind == .array }), count <= elementLimit else { return [member] }
    return (0..<count).flatMap { index in
      parts(
        of: (
          MemberPath(keys: member.path.keys + [String(index)]),
          elements.map { $0.indices.contains(index) ? $0[index] : nil }
        ))
    }
  }

  /// Returns the line of a member, or nil if all rows have the same value.
  private static func line(_ member: Member, names: [String]) -> [UInt8]? {
    let texts = member.values.map { $0?.description }
    guard Set(texts).count > 1 else { return nil }
    func quoted(_ text: String) -> String { JSONValue.string(text).description }
    // Values that look the same in a cell are shown as JSON.
    let looks = Set(member.values.map { $0.map { JSONDisplayText($0).text } })
    let isJSON = looks.count < Set(texts).count
    let cells = zip(names, texts).compactMap { name, text in
      text.map { ",\(quoted(name)):\(isJSON ? quoted($0) : $0)" }
    }
    return Array("{\"member\":\(quoted(member.path.text))\(cells.joined())}\n".utf8)
  }
}

extension TargetRows {
  /// Compares the marked rows; a single marked row is compared with the current row.
  func compare() {
    guard areInPlace() else { return }
    let targets = rows
    if let problem = targets.lazy.compactMap(\.problem).first {
      return page.status.show("\(problem); it cannot be compared", style: .warning)
    }
    var rows = targets.map(\.json)
    if rows.count == 1, count > 0, let cursor = page.cursor, !page.list.isSelected(cursor),
      let current = page.row(at: cursor)
    {
      rows.append(current.json)
    }
    guard 2...ComparisonPage.limit ~= rows.count else {
      return page.status.show("mark 2 to \(ComparisonPage.limit) rows with Space to compare them")
    }
    let title = page.columns.naming?.memberPath
    let names = Self.names(of: rows, by: title)
    page.push { try ComparisonPage(of: Array(zip(names, rows)), in: page) }
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
