/// A scrollable view of lines: those of ``text``, or those that a subclass creates on demand.
///
/// A text in one style is enough, as in `.detail { PagerView($0.log) }`.
@MainActor
open class PagerView: View, RowScrolling {
  /// The index of the first visible line.
  package private(set) var topLine = 0

  var firstRow: Int { topLine }

  /// The first visible character column.
  package private(set) var leftColumn = 0

  /// Called when the pager has been scrolled.
  package var onScroll: (() -> Void)?

  /// The text whose matches are highlighted; empty for none.
  var searchedText = "" {
    didSet { if searchedText != oldValue { setNeedsDisplay() } }
  }

  override var highlight: Highlight? {
    let text = searchedText
    return text.isEmpty ? nil : Highlight(column: nil) { $0.rangesIgnoringCase(of: text) }
  }

  /// The lines, unless a subclass overrides ``lineCount`` and ``line(at:)``.
  public var text: [Line] {
    didSet { if text != oldValue { setNeedsDisplay() } }
  }

  /// Creates a pager of lines.
  public init(_ text: [Line] = []) {
    self.text = text
    super.init()
  }

  /// Creates a pager of the lines of a text.
  public convenience init(_ text: String) {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    // A line end at the end begins no further line.
    if lines.last?.isEmpty == true { lines.removeLast() }
    self.init(lines.map { Line(String($0)) })
  }

  /// The number of lines.
  open var lineCount: Int { text.count }

  /// Returns a line.
  open func line(at index: Int) -> Line { text[index] }

  open override var canBecomeFocused: Bool { true }

  override var leavesKeysToPages: Bool { true }

  open override func draw(in canvas: inout Canvas) {
    for row in 0..<min(frame.rows, max(0, lineCount - topLine)) {
      canvas.drawUnclamped(
        line(at: topLine + row), at: Point(column: -leftColumn, row: row),
        columns: frame.columns + leftColumn + 1)
    }
  }

  /// Scrolls so that a line is the first visible one, or as close to it as possible.
  public func scroll(to line: Int) {
    let line = max(0, min(line, lineCount - frame.rows))
    guard line != topLine else { return }
    topLine = line
    setNeedsDisplay()
    onScroll?()
  }

  /// Resets the scroll position to the first line and column, without redrawing.
  package func scrollToStart() {
    topLine = 0
    leftColumn = 0
  }

  /// The keys of a pager, which are those of a table if they do the same.
  package static let defaultKeyMap = KeyMap(
    for: PagerView.self, title: "Text",
    [
      .init("move-down", [.down, "j", .enter, .control("e")], help: "Scroll down") {
        $0.scroll(by: 1)
      },
      .init("move-up", [.up, "k", .control("y")], help: "Scroll up") { $0.scroll(by: -1) },
    ] + pageBindings + [
      .init("first-row", [.home, "g"], help: "First line") { $0.scroll(to: 0) },
      .init("last-row", [.end, "G"], help: "Last line") { $0.scroll(to: .max) },
      .init("scroll-right", [.right, "l"], help: "Scroll right") {
        $0.scrollSideways(to: $0.leftColumn + 16)
      },
      .init("scroll-left", [.left, "h"], help: "Scroll left") {
        $0.scrollSideways(to: $0.leftColumn - 16)
      },
    ])

  package static let pageBindings: [KeyBinding<PagerView>] = [
    .init("page-down", [.pageDown, " ", .control("f")], help: "Page down") { $0.scrollPages(1) },
    .init("page-up", [.pageUp, "b", .control("b")], help: "Page up") { $0.scrollPages(-1) },
    .init("half-page-down", [.control("d")], help: "Half a page down") { $0.scrollHalfPages(1) },
    .init("half-page-up", [.control("u")], help: "Half a page up") { $0.scrollHalfPages(-1) },
  ]

  open override var keyMap: KeyMap { Self.defaultKeyMap }

  open override func handle(_ event: InputEvent) -> Bool {
    guard case .mouse(let mouse) = event else { return false }
    switch mouse.action {
    case .wheel(.right): scrollSideways(to: leftColumn + 8)
    case .wheel(.left): scrollSideways(to: leftColumn - 8)
    default: return handleWheel(event)
    }
    return true
  }

  private func scrollSideways(to column: Int) {
    let lines = topLine..<max(topLine, min(topLine + frame.rows, lineCount))
    let widest = lines.map { line(at: $0).columns() }.max()
    leftColumn = max(0, min(column, (widest ?? 0) - frame.columns))
    setNeedsDisplay()
  }
}
