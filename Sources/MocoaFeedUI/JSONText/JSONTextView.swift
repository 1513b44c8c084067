import MocoaFeed
import MocoaTUI

/// A whole JSON value, indented and highlighted, with scrolling, folding and search.
///
/// Long texts are wrapped; links and dates have their own styles.
@MainActor
package final class JSONTextView: PagerView {
  var lines = JSONLines("")
  var rows = JSONLines("").rows(folded: [], columns: 0)
  var folded: Set<Int> = []

  /// The row of the cursor.
  var cursor = 0

  /// A Boolean value that indicates whether the value is truncated because it is too large.
  private(set) var isCut = false

  /// The current search, or nil.
  var search: RowSearch?

  /// The matching lines; nil if unknown.
  var matches: [Int]?
  var searchTask: Task<Void, Never>?

  /// Returns the path of a member in the source; that in the value by default.
  var pathInSource: (MemberPath) -> MemberPath = { $0 }

  /// What is said of a path that is copied.
  var pathNote = ""

  static let copyPathHelp =
    "Copy the path of the value under the cursor, for jq: from the root of a document, else the row"

  var prompt: PromptView?
  private var wrappedColumns = -1

  /// The maximum number of bytes of a value that are displayed.
  static let byteLimit = 8 << 20

  /// Displays another value, or nothing, from its start, behind its error.
  func show(_ bytes: JSONBytes?, limit: Int = byteLimit, problem: FeedError? = nil) {
    isCut = bytes.map { $0.count > limit } ?? false
    let text = bytes.map { isCut ? Self.start(of: $0, limit) : $0.pretty() } ?? ""
    let shown = JSONLines.rendered(text)
    lines = JSONLines(problem.map { "! \($0)\n\n\(shown)" } ?? shown)
    folded = []
    matches = nil
    searchTask?.cancel()
    cursor = 0
    scrollToStart()
    wrap()
  }

  /// The first bytes of a value, and how many are not shown.
  private static func start(of bytes: JSONBytes, _ limit: Int) -> String {
    let rest = (bytes.count - limit).grouped
    return "\(bytes.prefixText(limit))\n… \(rest) more bytes are not shown"
  }

  /// Recomputes the rows; the cursor stays on its line.
  func wrap() {
    let line = rows.indices.contains(cursor) ? rows[cursor].line : 0
    wrappedColumns = frame.columns
    rows = lines.rows(folded: folded, columns: frame.columns)
    moveCursor(toLine: line)
    setNeedsDisplay()
  }

  package override func layoutSubviews() {
    if frame.columns != wrappedColumns { wrap() }
    layOutPrompt()
    reveal()
  }

  package override var lineCount: Int { rows.count }

  /// The number of rows available for the text.
  var textRows: Int { max(1, frame.rows - (prompt == nil ? 0 : 1)) }

  package override func line(at index: Int) -> Line { Self.runs(of: rows[index], in: lines) }

  // MARK: Moving

  /// Moves the cursor to a row, scrolling as little as possible.
  func moveCursor(to row: Int) {
    cursor = max(0, min(row, rows.count - 1))
    reveal()
    setNeedsDisplay()
    onScroll?()
  }

  /// Moves the cursor to the first row of a line, or of the line into which it is folded.
  func moveCursor(toLine line: Int) {
    moveCursor(to: rows.index(ofLine: line) ?? 0)
  }

  private func reveal() {
    guard !rows.isEmpty else { return }
    if cursor < topLine { scroll(to: cursor) }
    if cursor >= topLine + textRows { scroll(to: cursor - textRows + 1) }
  }

  /// Keeps the cursor visible after scrolling.
  private func keepCursorInSight() {
    cursor = max(topLine, min(cursor, topLine + textRows - 1, rows.count - 1))
    setNeedsDisplay()
  }

  package override func focusDidChange(isFocused: Bool) { setNeedsDisplay() }

  /// The keys of a JSON value: those of a pager, and those for folding.
  package static let jsonKeyMap = KeyMap(
    for: JSONTextView.self, title: "Row in full",
    [
      .onLine("toggle-fold", [.enter], help: "Fold or unfold") {
        $0.folded.contains($1) ? $0.unfold($1) : $0.fold($1)
      },
      .onLine("fold", ["-", .left, "h"], help: "Fold, or go to the parent") {
        $0.foldOrGoToParent(of: $1)
      },
      .onLine("unfold", ["+", "=", .right, "l"], help: "Unfold") { $0.unfold($1) },
      .onLine("fold-all", ["_"], help: "Fold all") { text, _ in text.foldAll() },
      .onLine("unfold-all", ["*"], help: "Unfold all") { text, _ in
        text.folded = []
        text.wrap()
      },
      .onLine("copy-value", ["Y"], help: "Copy the value under the cursor") {
        $0.copyText($0.lines.value(at: $1))
      },
      .onLine("copy-path", [.alt("y")], help: copyPathHelp) {
        let path = $0.pathInSource(MemberPath(keys: $0.lines.keys(of: $1)))
        $0.copyText(path.expression, note: $0.pathNote)
      },
      .init("search", ["/"], help: "Search in the row") { $0.askForSearch() },
      .trying("next-match", ["n"], help: "Next match in the row") { $0.goToMatch(forward: true) },
      .trying("previous-match", ["N"], help: "Previous match in the row") {
        $0.goToMatch(forward: false)
      },
      .init("move-down", [.down, "j", .control("e")], help: "Scroll down") {
        $0.moveCursor(to: $0.cursor + 1)
      },
      .init("move-up", [.up, "k", .control("y")], help: "Scroll up") {
        $0.moveCursor(to: $0.cursor - 1)
      },
    ]
      + pageBindings.map { binding in
        binding.within { (text: JSONTextView) in text }.around { text, scroll in
          defer { text.keepCursorInSight() }
          return scroll()
        }
      } + [
        .init("first-row", [.home, "g"], help: "First line") { $0.moveCursor(to: 0) },
        .init("last-row", [.end, "G"], help: "Last line") { $0.moveCursor(to: $0.rows.count - 1) },
      ])

  /// The user's changes of the keys.
  var keyChanges = KeyChanges.none

  package override var keyMap: KeyMap { Self.jsonKeyMap.applying(keyChanges) }

  package override func handle(_ event: InputEvent) -> Bool {
    if case .mouse(let mouse) = event, case .press(.left) = mouse.action {
      application?.focus(self)
      moveCursor(to: topLine + mouse.row)
      return true
    }
    defer { keepCursorInSight() }
    return super.handle(event)
  }

  // MARK: Drawing

  package override func draw(in canvas: inout Canvas) {
    super.draw(in: &canvas)
    drawMatches(in: canvas)
    guard application?.focusedView === self, rows.indices.contains(cursor) else { return }
    let line = Rect(column: 0, row: cursor - topLine, columns: frame.columns, rows: 1)
    canvas.overlay(line, style: .cursorRow, keeping: .match)
  }
}

extension KeyBinding where Owner == JSONTextView {
  /// Returns a binding for the line under the cursor, if there is one.
  fileprivate static func onLine(
    _ name: String, _ keys: [Key], help: String,
    _ body: @escaping @MainActor @Sendable (JSONTextView, Int) -> Void
  ) -> KeyBinding {
    .trying(name, keys, help: help) { text in
      guard text.rows.indices.contains(text.cursor) else { return false }
      body(text, text.rows[text.cursor].line)
      return true
    }
  }
}

extension JSONTextView {
  private func foldOrGoToParent(of line: Int) {
    guard folded.contains(line) || lines.range(of: line) == nil else { return fold(line) }
    lines.parent(of: line).map { moveCursor(toLine: $0) }
  }

  private func foldAll() {
    folded = lines.foldable
    wrap()
  }

  /// Folds the container that begins on a line, or that contains the line.
  private func fold(_ line: Int) {
    guard let start = lines.range(of: line) == nil ? lines.parent(of: line) : line else { return }
    folded.insert(start)
    wrap()
    moveCursor(toLine: start)
  }

  func unfold(_ line: Int) {
    guard folded.remove(line) != nil else { return }
    wrap()
  }
}
