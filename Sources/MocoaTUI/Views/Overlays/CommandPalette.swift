/// A searchable list of the actions that the focused view and its superviews perform.
///
/// The entries are those of the key maps. A number moves the cursor to the row of that number.
@MainActor
package final class CommandPalette: ChoiceOverlay {
  package struct Entry {
    package var binding: KeyBinding<Void>
    /// The number of the row to move the cursor to, if that is the action of the entry.
    package var row: Int?

    package var name: String { binding.name }
  }

  private let entries: [Entry]
  private let hasRows: Bool
  private let field = TextField(prompt: "name of an action, or a row's number")
  private var isCut = false
  private let onChoose: (Entry) -> Void
  package private(set) var shown: [Entry] = []

  /// Creates a palette, which calls `onChoose` after it was dismissed.
  ///
  /// The bindings are those from the focused view outwards; the first one of a name is used. Recent
  /// names, the latest at the end, are listed first.
  package init(
    _ bindings: [KeyBinding<Void>], recent: [String] = [], hasRows: Bool,
    onChoose: @escaping (Entry) -> Void
  ) {
    self.hasRows = hasRows
    self.onChoose = onChoose
    var known: Set<String> = ["command-palette"]
    let all = bindings.filter { !$0.isNamed || known.insert($0.name).inserted }
    let ranks = Dictionary(
      recent.reversed().enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    func rank(_ binding: KeyBinding<Void>) -> Int? { binding.isNamed ? ranks[binding.name] : nil }
    let first = all.filter { rank($0) != nil }.sorted { rank($0) ?? 0 < rank($1) ?? 0 }
    entries = (first + all.filter { rank($0) == nil }).map { Entry(binding: $0) }
    super.init()
    addSubview(field)
    field.style = .body
    field.byteLimit = Self.byteLimit
    field.onExcess = { [weak self] in
      self?.isCut = true
      self?.setNeedsDisplay()
    }
    field.onChange = { [weak self] _ in self?.update() }
    field.onSubmit = { [weak self] _ in self?.chooseCursor() }
    field.onCancel = { [weak self] in self?.dismiss() }
    update()
  }

  package override var preferredFocus: View? { field }

  package override func sizeThatFits(_ available: Size) -> Size {
    let rows = max(available.rows * 2 / 3, min(10, available.rows))
    return Size(columns: min(80, available.columns), rows: min(entries.count + 4, rows))
  }

  package override func layoutSubviews() {
    field.frame = Rect(column: 4, row: 1, columns: max(0, frame.columns - 6), rows: 1)
  }

  package override func draw(in canvas: inout Canvas) {
    canvas.box(canvas.bounds, title: "Actions")
    canvas.draw(":", at: Point(column: 2, row: 1), style: .key)
    drawChoices(in: canvas)
    if shown.isEmpty {
      let text = isCut ? "; the end of the long text was left out" : ""
      canvas.draw("no such action\(text)", at: Point(column: 2, row: 3), style: .warning)
    }
  }

  override var choiceCount: Int { shown.count }

  override var firstRow: Int { 3 }

  override func draw(choice index: Int, in canvas: inout Canvas) {
    let entry = shown[index]
    let nameColumns = min(24, max(0, frame.columns / 3))
    let keys = entry.binding.keys.map(\.description).joined(separator: ", ")
    canvas.write(keys, style: .key, alignment: .trailing)
    canvas.write([
      TextRun(entry.name, style: .title, columns: nameColumns), " ",
      TextRun(entry.binding.help, style: .secondary),
    ])
  }

  /// The keys of the palette besides those of its text field.
  package static let defaultKeyMap = KeyMap(
    for: CommandPalette.self, title: "Actions",
    [
      .init("move-down", [.down, .control("n"), .tab], help: "Move down") { $0.move(by: 1) },
      .init("move-up", [.up, .control("p"), Key(.tab, .shift)], help: "Move up") {
        $0.move(by: -1)
      },
      .dismissal([.escape], help: "Close the palette"),
    ])

  package override var keyMap: KeyMap { Self.defaultKeyMap }

  /// The maximum length of the text in bytes.
  private static let byteLimit = 1_024

  private func update() {
    isCut = false
    shown = entries(matching: field.text)
    resetCursor()
  }

  /// Returns the entries that match a text, the best match first.
  func entries(matching text: String) -> [Entry] {
    let text = text.filter { !$0.isWhitespace }.lowercased()
    guard !text.isEmpty else { return entries }
    if hasRows, let row = Int(text), row > 0 {
      let binding = KeyBinding<Void>("go-to-row", [], help: "Go to row \(row.grouped)") {}
      return [Entry(binding: binding, row: row)]
    }
    return entries.compactMap { entry in entry.rank(for: text).map { ($0, entry) } }
      .enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
      .map(\.element.1)
  }

  override func choose(_ index: Int) {
    let entry = shown[index]
    dismiss()
    onChoose(entry)
  }
}

extension CommandPalette.Entry {
  /// Returns the rank of the match with a text, 0 for the best; nil if the entry does not match.
  fileprivate func rank(for text: String) -> Int? {
    guard text.utf8.count <= max(name.utf8.count, binding.help.utf8.count) else { return nil }
    let name = name.lowercased()
    let plain = name.filter { $0 != "-" }
    if name == text { return 0 }
    if name.hasPrefix(text) || plain.hasPrefix(text) { return 1 }
    if name.contains(text) || plain.contains(text) { return 2 }
    if binding.help.lowercased().filter({ !$0.isWhitespace }).contains(text) { return 3 }
    guard name.split(separator: "-")[...].begin(with: text[...]) else { return nil }
    return 4
  }
}

extension ArraySlice<Substring> {
  /// Returns whether a text consists of beginnings of some of these words, in their order: `cho`
  /// and `col` for `choose-columns`.
  fileprivate func begin(with text: Substring) -> Bool {
    guard !text.isEmpty else { return true }
    return indices.contains { index in
      let common = zip(self[index], text).prefix { $0 == $1 }.count
      return common > 0
        && (1...common).contains { self[(index + 1)...].begin(with: text.dropFirst($0)) }
    }
  }
}

extension Application {
  /// Runs the binding of an entry of the palette, or else those of its name further outwards.
  package func run(_ entry: CommandPalette.Entry) {
    _ = entry.binding.run(in: ()) || (entry.binding.isNamed && perform(entry.name))
  }

  /// Presents the actions of the focused view and its superviews, and performs the chosen one.
  func showPalette() {
    present(
      CommandPalette(focusedBindings, hasRows: false) { [weak self] entry in self?.run(entry) })
  }
}
