/// A screen of its own, one of a stack.
@MainActor
open class Page: View {
  /// What the page is called.
  open var title: String { "" }

  /// The stack that the page is in, or nil.
  public internal(set) weak var stack: PageStack?

  /// The view that gets the focus when the page comes to the top; the page itself where nil.
  open var preferredFocus: View? { nil }

  /// Called when the page has come to the top of the stack.
  open func didAppear() {}

  /// Called when another page covers this one, or it is taken from the stack.
  open func didDisappear() {}
}

/// Pages above one another; only the top one is seen and gets input.
@MainActor
public final class PageStack: View {
  /// The pages, from the bottom to the top.
  public private(set) var pages: [Page] = []

  /// The page that is seen.
  public var top: Page? { pages.last }

  /// Shows a page above the others.
  public func push(_ page: Page) {
    let covered = top
    page.stack = self
    pages.append(page)
    addSubview(page)
    covered?.isHidden = true
    covered?.didDisappear()
    topDidChange()
  }

  /// Takes the top page away; the last one stays.
  ///
  /// - Returns: the page that was taken away, or nil.
  @discardableResult
  public func pop() -> Page? {
    guard pages.count > 1 else { return nil }
    let page = pages.removeLast()
    page.removeFromSuperview()
    page.stack = nil
    page.didDisappear()
    top?.isHidden = false
    topDidChange()
    return page
  }

  public override func layoutSubviews() {
    for page in pages { page.frame = bounds }
  }

  /// The keys that every page has.
  public static let defaultKeyMap = KeyMap(
    unchecked: [.init(.help, ["?", .function(1)], help: "shows these keys")], title: "Pages")

  public override var keyMap: KeyMap { Self.defaultKeyMap }

  public override func perform(_ action: Action) -> Bool {
    guard action == .help, let application else { return false }
    application.showHelp()
    return true
  }

  private func topDidChange() {
    setNeedsLayout()
    top.map { application?.focus($0.preferredFocus ?? $0) }
    top?.didAppear()
  }
}
