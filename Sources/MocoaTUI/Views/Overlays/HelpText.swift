/// Signs that a page draws, as the help lists them.
package struct ScreenSign: Sendable {
  let text: String
  let meaning: String

  package init(_ text: String, _ meaning: String) { (self.text, self.meaning) = (text, meaning) }
}

/// The lines of the help: a heading for each key map, then its keys with their descriptions; then
/// the signs of the screen with their meanings.
final class HelpText: PagerView {
  private typealias Row = (keys: [Key], names: String, help: String)

  /// Called with the first key of a clicked line.
  var onClick: ((Key) -> Void)?

  private let groups: [(title: String, rows: [Row])]
  /// The number of columns of the widest keys.
  private let keyColumns: Int
  /// The first key of each line; nil for headings and blank lines.
  private var lineKeys: [Key?] = []
  private(set) var columns = 0
  /// The number of lines of all keys.
  private(set) var fullLineCount = 0
  /// The text that the displayed keys have, or their descriptions, and the width of the lines.
  private var (search, width) = ("", 1_000)

  init(_ keyMaps: [KeyMap], signs: [ScreenSign]) {
    var taken: Set<Key> = []
    let keys: [(title: String, rows: [Row])] = keyMaps.map { map in
      defer { taken.formUnion(map.bindings.flatMap(\.keys)) }
      return (map.title, Self.rows(of: map, without: taken))
    }
    let meanings: [Row] = signs.map { ([], $0.text, $0.meaning) }
    groups = (keys + [("Signs", meanings)]).filter { !$0.rows.isEmpty }
    keyColumns =
      groups.flatMap(\.rows).map { TextWidth.columns(of: $0.names, upTo: .max) }.max() ?? 0
    super.init()
    wrap(to: width)
  }

  /// Lays out the lines for a width: keys and descriptions side by side, both wrapped.
  func wrap(to available: Int) {
    width = available
    layOut(groups)
    columns = text.map { $0.columns() }.max() ?? 0
    fullLineCount = text.count
    if !search.isEmpty { narrow(to: search) }
  }

  /// Displays only the keys that have a text, or whose descriptions have it; an empty one is all.
  func narrow(to search: String) {
    self.search = search
    let wanted = search.lowercased()
    let narrowed = groups.map { title, rows in
      (title, rows.filter { "\($0.names)  \($0.help)".lowercased().contains(wanted) })
    }
    layOut(wanted.isEmpty ? groups : narrowed.filter { !$0.1.isEmpty })
    if text.isEmpty { append(Line("no key has this text", style: .warning)) }
    scroll(to: 0)
  }

  private func layOut(_ groups: [(title: String, rows: [Row])]) {
    (text, lineKeys) = ([], [])
    let keyColumns = min(keyColumns, max(8, width / 2 - 2))
    for (title, rows) in groups {
      if !text.isEmpty { append(Line()) }
      if !title.isEmpty { append(Line(title, style: .sectionHeader)) }
      for row in rows {
        append(row, keyColumns: keyColumns, helpColumns: max(8, width - keyColumns - 2))
      }
    }
  }

  private func append(_ line: Line, key: Key? = nil) {
    text.append(line)
    lineKeys.append(key)
  }

  private func append(_ row: Row, keyColumns: Int, helpColumns: Int) {
    let names = TextWidth.lines(of: row.names, wrappedTo: max(1, keyColumns), limit: 8)
    let helps = TextWidth.lines(of: row.help, wrappedTo: helpColumns, limit: 8)
    for index in 0..<max(names.count, helps.count) {
      let keys = names.indices.contains(index) ? String(names[index]) : ""
      let help = helps.indices.contains(index) ? String(helps[index]) : ""
      append(
        [TextRun(keys, style: .key, columns: keyColumns), "  ", TextRun(help)], key: row.keys.first)
    }
  }

  private static func rows(of map: KeyMap, without taken: Set<Key>) -> [Row] {
    var taken = taken
    return map.bindings.compactMap { binding in
      let keys = binding.keys.filter { taken.insert($0).inserted }
      guard !keys.isEmpty else { return nil }
      return (keys, keys.map(\.description).joined(separator: ", "), binding.help)
    }
  }

  override func layoutSubviews() { scroll(to: topLine) }

  override func handle(_ event: InputEvent) -> Bool {
    guard case .mouse(let mouse) = event, case .press(.left) = mouse.action else {
      return super.handle(event)
    }
    let line = topLine + mouse.row
    if lineKeys.indices.contains(line), let key = lineKeys[line] { onClick?(key) }
    return true
  }
}
