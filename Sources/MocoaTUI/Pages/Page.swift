import MocoaCore

extension Action {
  public static let back: Action = "back"
  public static let quit: Action = "quit"
}

/// A screen of its own, one of a stack.
@MainActor
open class Page: View {
  /// What the page is called.
  open var title: String { "" }

  /// The stack that the page is in, or nil.
  public var stack: PageStack? {
    for view in sequence(first: superview, next: { $0?.superview }) {
      if let stack = view as? PageStack { return stack }
    }
    return parentPage?.stack
  }

  /// The page that this one is part of, such as that of its tab; nil for a page of its own.
  public internal(set) weak var parentPage: Page?

  /// The view model of the page, made ready before the page appears for the first time.
  ///
  /// It becomes a child of the view model that opened the page, which receives its emissions.
  open var viewModel: ViewModel? { nil }

  /// What the page observes, to be kept for as long as it lives.
  public var subscriptions: [Subscription] = []

  /// What ends with the page.
  var tasks: [Subscription] = []

  /// Whether the page was presented, and goes away together with all above it.
  public internal(set) var isPresented = false

  /// The view that gets the focus when the page comes to the top; the page itself where nil.
  open var preferredFocus: View? { nil }

  /// The keys of the page; those that lead back where a page has no other ones.
  open override var keyMap: KeyMap { .leavingPage }

  open override func perform(_ action: Action) -> Bool { performLeaving(action) }

  /// Gives each subview the whole page, which suits one stack; other pages override this.
  open override func layoutSubviews() {
    for view in subviews { view.frame = bounds }
  }

  /// Called when the page is at the top of the stack.
  open func didAppear() {}

  /// Whether the key for quitting ends the program; a page that has something to lose may ask.
  open func shouldQuit() -> Bool { true }

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

  /// Where pages are looked up that are opened by address.
  public var registry = ModuleRegistry.shared

  /// How many pages may lie above one another; a page that opens itself ends there.
  public static let depthLimit = 100

  /// Shows a page above the others; one that is in the stack already stays where it is.
  ///
  /// - Parameters:
  ///   - page: the page.
  ///   - opener: the view model that receives emissions of the page's; nil for that of the top
  ///     page.
  /// - Returns: whether the page was pushed.
  @discardableResult
  public func push(_ page: Page, from opener: ViewModel? = nil) -> Bool {
    guard pages.count < Self.depthLimit, !pages.contains(where: { $0 === page }) else {
      return false
    }
    let covered = top
    page.attachViewModel(to: opener ?? covered?.viewModel)
    pages.append(page)
    addSubview(page)
    covered?.isHidden = true
    covered?.didDisappear()
    topDidChange()
    return true
  }

  /// Takes the top page away; the last one stays.
  ///
  /// - Returns: the page that was taken away, or nil.
  @discardableResult
  public func pop() -> Page? {
    guard pages.count > 1 else { return nil }
    let page = pages.removeLast()
    page.removeFromSuperview()
    page.viewModel?.leaveOpener()
    page.isPresented = false
    page.tasks = []
    page.didDisappear()
    top?.isHidden = false
    topDidChange()
    return page
  }

  public override func layoutSubviews() {
    for page in pages { page.frame = bounds }
  }

  /// The keys of every stack of pages.
  public static let defaultKeyMap = KeyMap(
    [.init(.quit, ["q"], help: "Quit")], title: "Pages")

  public override var keyMap: KeyMap { Self.defaultKeyMap }

  public override func perform(_ action: Action) -> Bool {
    guard action == .quit else { return false }
    if pages.allSatisfy({ $0.shouldQuit() }) { application?.quit() }
    return true
  }

  /// A click with the right button that no view wants goes back to the page below.
  public override func handle(_ event: InputEvent) -> Bool {
    guard case .mouse(let mouse) = event, case .press(.right) = mouse.action, pages.count > 1
    else { return false }
    return top?.perform(.back) ?? false
  }

  private func topDidChange() {
    setNeedsLayout()
    application?.focus(top)
    top?.didAppear()
  }
}

extension KeyMap {
  /// The keys that lead back to the page below.
  public static let leavingPage = KeyMap(
    [.init(.back, [.escape, .backspace], help: "Back")], title: "Page")
}

extension Page {
  /// Goes back to the page below where the action says so and there is one.
  ///
  /// - Returns: whether it was done.
  public func performLeaving(_ action: Action) -> Bool {
    guard action == .back, let stack, stack.pages.count > 1 else { return false }
    stack.pop()
    return true
  }
}

extension Page {
  /// Makes the view model ready, as a child of the one that receives its emissions.
  func attachViewModel(to opener: ViewModel?) {
    guard let viewModel else { return }
    if let opener, viewModel.parent == nil, opener !== viewModel, opener.canAdopt(viewModel) {
      opener.addChild(viewModel)
    }
    viewModel.ready()
  }
}

extension ViewModel {
  /// Leaves the view model that has opened the page of this one.
  func leaveOpener() {
    if parent != nil { removeFromParent() }
  }
}
