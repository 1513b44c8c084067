/// Lines of text on a page of their own, such as what a command has written; Esc goes back.
@MainActor
public final class TextPage: Page {
  private let pager: TextLinesView
  private let status = StatusBar()
  private let name: String

  /// Makes a page.
  ///
  /// - Parameters:
  ///   - name: what the text is.
  ///   - lines: the lines.
  public init(name: String, lines: [TextRun]) {
    self.name = name
    pager = TextLinesView(lines)
    super.init()
    addSubview(pager)
    addSubview(status)
    status.title = name
    status.hint = "Esc back"
    pager.onScroll = { [weak self] in self?.updatePosition() }
  }

  public override var title: String { name }

  public override var preferredFocus: View? { pager }

  public override func layoutSubviews() {
    let (foot, rest) = bounds.split(bounds.rows > 1 ? 1 : 0, from: .bottom)
    status.frame = foot
    pager.frame = rest
    pager.scroll(to: pager.topLine)
    updatePosition()
  }

  public override var keyMap: KeyMap { JSONPage.defaultKeyMap }

  public override func perform(_ action: Action) -> Bool {
    guard action == .back else { return false }
    stack?.pop()
    return true
  }

  private func updatePosition() {
    let last = min(pager.topLine + pager.frame.rows, pager.lineCount)
    status.position = "\(min(last, pager.topLine + 1))-\(last)/\(pager.lineCount.grouped)"
  }
}

/// Lines that are there as they are.
private final class TextLinesView: PagerView {
  private let lines: [TextRun]

  init(_ lines: [TextRun]) {
    self.lines = lines
    super.init()
  }

  override var lineCount: Int { lines.count }

  override func line(at index: Int) -> [TextRun] { [lines[index]] }
}
