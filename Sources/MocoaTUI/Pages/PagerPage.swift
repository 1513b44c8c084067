import MocoaCore

/// A page with a pager and its position; `/` searches, and Esc returns to the page below.
@MainActor
open class PagerPage: StatusPage {
  private let pager: PagerView

  /// The line that was found last; nil if there is none.
  private var match: Int?

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

  private static let searchingKeyMap = defaultKeyMap.appending(
    KeyMap(
      for: PagerPage.self,
      [
        .init("search", ["/"], help: "Search") { $0.askForSearch() },
        .trying("next-match", ["n"], help: "Next match") { $0.goToMatch(forward: true) },
        .trying("previous-match", ["N"], help: "Previous match") { $0.goToMatch(forward: false) },
      ]))

  open override var keyMap: KeyMap { Self.searchingKeyMap }

  private func askForSearch() {
    let line = pager.topLine
    askForSearch(
      instead: pager.searchedText, restore: { [weak self] in self?.pager.scroll(to: line) },
      search: { [weak self] in self?.search($0) },
      goToMatch: { [weak self] in _ = self?.goToMatch(forward: true) })
  }

  private func search(_ text: String) {
    match = nil
    prompt?.show("")
    pager.searchedText = text
  }

  /// Scrolls to the next line with the text, or says that there is none.
  ///
  /// - Returns: `false` if no text is searched for.
  private func goToMatch(forward: Bool) -> Bool {
    let (text, count, step) = (pager.searchedText, pager.lineCount, forward ? 1 : -1)
    guard !text.isEmpty else { return false }
    let shown = pager.topLine..<pager.topLine + pager.frame.rows
    var line = forward ? pager.topLine : pager.topLine - 1
    if let match, shown.contains(match) { line = match + step }
    for _ in 0..<count {
      line = (line + count) % count
      let shownText = pager.line(at: line).runs.map(\.text).joined()
      if GraphicRendition.removed(from: shownText).containsIgnoringCase(text) {
        match = line
        pager.scroll(to: line)
        return true
      }
      line += step
    }
    showNotFound(text)
    return true
  }

  private func updatePosition() {
    let last = min(pager.topLine + pager.frame.rows, pager.lineCount)
    status.position = "\(min(last, pager.topLine + 1))-\(last)/\(pager.lineCount.grouped)"
  }
}
