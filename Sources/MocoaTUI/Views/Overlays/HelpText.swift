/// The lines of the help: a heading for each key map, then its keys with their descriptions.
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

  init(_ keyMaps: [KeyMap]) {
    var taken: Set<Key> = []
    groups = keyMaps.map { map in
      defer { taken.formUnion(map.bindings.flatMap(\.keys)) }
      return (map.title, Self.rows(of: map, without: taken))
    }.filter { !$0.1.isEmpty }
    keyColumns =
      groups.flatMap(\.rows).map { TextWidth.columns(of: $0.names, upTo: .max) }.max() ?? 0
    super.init()
    wrap(to: 1_000)
  }

  /// Lays out the lines for a width: keys and descriptions side by side, both wrapped.
  func wrap(to available: Int) {
    (text, lineKeys) = ([], [])
    let keyColumns = min(keyColumns, max(8, available / 2 - 2))
    for (title, rows) in groups {
      if !text.isEmpty { append(Line()) }
      if !title.isEmpty { append(Line(title, style: .sectionHeader)) }
      for row in rows {
        append(row, keyColumns: keyColumns, helpColumns: max(8, available - keyColumns - 2))
      }
    }
    columns = text.map { $0.columns() }.max() ?? 0
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
    map.bindings.compactMap { binding in
      let keys = binding.keys.filter { !taken.contains($0) }
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
