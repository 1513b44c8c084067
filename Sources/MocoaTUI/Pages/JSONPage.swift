import MocoaFeed

extension Action {
  public static let back: Action = "back"
  public static let quit: Action = "quit"
}

/// A row in full, as indented JSON; Esc goes back.
@MainActor
public final class JSONPage: Page {
  private let pager: JSONTextView
  private let status = StatusBar()
  private let name: String

  /// Makes a page of a value.
  ///
  /// - Parameters:
  ///   - name: what the value is, such as the position of a row.
  ///   - bytes: the value.
  public init(name: String, bytes: JSONBytes) {
    self.name = name
    pager = JSONTextView(bytes)
    super.init()
    addSubview(pager)
    addSubview(status)
    status.title = name
    status.hint = "Esc back"
    if pager.isCut { status.activity = "only the beginning is shown" }
    pager.onScroll = { [weak self] in self?.updatePosition() }
  }

  public override var title: String { name }

  public override var preferredFocus: View? { pager }

  public override func showMessage(_ text: String) { status.show(text) }

  public override func layoutSubviews() {
    let (foot, rest) = bounds.split(bounds.rows > 1 ? 1 : 0, from: .bottom)
    status.frame = foot
    pager.frame = rest
    pager.scroll(to: pager.topLine)
    updatePosition()
  }

  /// The keys of the page besides the pager's.
  public static let defaultKeyMap = KeyMap(
    unchecked: [.init(.back, [.escape, "q", .backspace], help: "goes back to the list")],
    title: "Row")

  public override var keyMap: KeyMap { Self.defaultKeyMap }

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
