/// A page with a pager and its position; Esc returns to the page below.
@MainActor
open class PagerPage: StatusPage {
  private let pager: PagerView
  package var name: String {
    didSet { status.title = name }
  }

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - name: The name of the text.
  ///   - pager: The pager.
  public init(name: String, pager: PagerView) {
    self.name = name
    self.pager = pager
    super.init()
    addSubview(pager)
    status.title = name
    status.hint = "Esc back"
    pager.onScroll = { [weak self] in self?.updatePosition() }
  }

  /// Creates a page of lines, such as the output of a command.
  public convenience init(name: String, lines: [Line]) {
    self.init(name: name, pager: PagerView(lines))
  }

  open override var title: String { name }

  open override var preferredFocus: View? { pager }

  open override func layoutContent(in bounds: Rect) {
    super.layoutContent(in: bounds)
    pager.scroll(to: pager.topLine)
    updatePosition()
  }

  /// The keys of the page besides the pager's.
  package static let defaultKeyMap = KeyMap(
    for: PagerPage.self, title: "Row", [.back([.escape, "q", .backspace])])

  open override var keyMap: KeyMap { Self.defaultKeyMap }

  private func updatePosition() {
    let last = min(pager.topLine + pager.frame.rows, pager.lineCount)
    status.position = "\(min(last, pager.topLine + 1))-\(last)/\(pager.lineCount.grouped)"
  }
}
