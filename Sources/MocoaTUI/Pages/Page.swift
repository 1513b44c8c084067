import MocoaCore

/// A page of a stack, which fills the screen.
@MainActor
open class Page: View {
  /// The title of the page.
  open var title: String { "" }

  /// The stack that the page is in, or nil.
  public var stack: PageStack? {
    for view in sequence(first: superview, next: { $0?.superview }) {
      if let stack = view as? PageStack { return stack }
    }
    return parentPage?.stack
  }

  /// The page that contains this one, such as a tab page; nil for a page of its own.
  public internal(set) weak var parentPage: Page?

  /// The view model of the page, prepared before the page appears for the first time.
  ///
  /// It becomes a child of the view model that opened the page, which receives its emissions,
  /// unless it has a parent: the view model of a row stays in its list.
  open var viewModel: ViewModel? { boundViewModel }

  override var ownViewModel: ViewModel? { viewModel }

  /// The view model that receives the emissions of the page; nil for what contains the page.
  private(set) weak var opener: ViewModel?

  /// The view model that the page has added to the one that opened it, until the page is removed.
  private weak var addedViewModel: ViewModel?

  /// The subscriptions of the page, which live as long as it does.
  public var subscriptions: [Subscription] = []

  /// The keys that ``on(_:help:do:)`` has bound.
  var boundKeys = KeyMap.empty

  /// The running tasks, by number, which are cancelled with the page.
  var tasks: [Int: Subscription] = [:]

  /// The number of the next task.
  var nextTask = 0

  /// A Boolean value that indicates whether the page was presented, and is dismissed as such.
  public internal(set) var isPresented = false

  /// The keys of the page; by default those that return to the page below.
  open override var keyMap: KeyMap { .leavingPage }

  /// Lays out the subviews: each fills the page, unless overridden.
  open override func layoutSubviews() {
    for view in subviews { view.frame = bounds }
  }

  /// Called when the page becomes the top of the stack.
  open func didAppear() {}

  /// Returns whether the program may quit; a page with unsaved work can ask.
  open func shouldQuit() -> Bool { true }

  /// Called when another page covers this one, or it is removed from the stack.
  open func didDisappear() {}
}

/// A stack of pages, of which the top one is visible and receives input.
@MainActor
public final class PageStack: View {
  /// The pages, from bottom to top.
  public private(set) var pages: [Page] = []

  /// The visible page.
  public var top: Page? { pages.last }

  /// The registry in which pages are looked up by address.
  var registry = ModuleRegistry.shared {
    didSet { application?.addRegistry(registry) }
  }

  /// The maximum number of pages, which stops pages that push themselves.
  static let depthLimit = 100

  /// Pushes a page, unless it is already in the stack.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - opener: The view model that receives emissions of the page; nil means that of the top
  ///     page.
  /// - Returns: `true` if the page was pushed.
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

  /// Removes the top page, unless it is the last one.
  ///
  /// - Returns: The removed page, or nil.
  @discardableResult
  public func pop() -> Page? {
    guard pages.count > 1 else { return nil }
    let page = pages.removeLast()
    page.removeFromSuperview()
    page.detachViewModel()
    page.isPresented = false
    page.tasks = [:]
    page.didDisappear()
    top?.isHidden = false
    topDidChange()
    return page
  }

  public override func layoutSubviews() {
    for page in pages { page.frame = bounds }
  }

  public override func visibilityDidChange(isShown: Bool) {
    if isShown { application?.addRegistry(registry) }
  }

  /// The keys of every stack of pages.
  package static let defaultKeyMap = KeyMap(
    for: PageStack.self, title: "Pages",
    [
      .init("quit", ["q"], help: "Quit") { stack in
        if stack.pages.allSatisfy({ $0.shouldQuit() }) { stack.application?.quit() }
      }
    ])

  public override var keyMap: KeyMap { Self.defaultKeyMap }

  /// Runs the binding `back` of the top page after a right click that no view handles.
  public override func handle(_ event: InputEvent) -> Bool {
    guard case .mouse(let mouse) = event, case .press(.right) = mouse.action, pages.count > 1
    else { return false }
    return top?.perform("back") ?? false
  }

  private func topDidChange() {
    setNeedsLayout()
    application?.focus(top)
    top?.didAppear()
  }
}

extension KeyMap {
  /// The keys that return to the page below.
  public static let leavingPage = KeyMap(
    for: Page.self, title: "Page", [.back([.escape, .backspace], help: "Back")])
}

extension KeyBinding where Owner: Page {
  /// Returns a binding that returns to the page below, if there is one.
  public static func back(_ keys: [Key], help: String = "Back to the list") -> KeyBinding {
    .trying("back", keys, help: help) { $0.stack?.pop() != nil }
  }
}

extension Page {
  /// Adds the view model to the one that receives its emissions, and calls its `ready()`.
  ///
  /// A view model with a parent stays there.
  func attachViewModel(to opener: ViewModel?) {
    self.opener = opener
    guard let viewModel else { return }
    viewModel.host = self
    if let opener, viewModel.parent == nil, opener !== viewModel, opener.canAdopt(viewModel) {
      opener.addChild(viewModel)
      addedViewModel = viewModel
    }
    viewModel.ready()
  }

  /// Removes the view model from its parent, if the page has added it there.
  func detachViewModel() {
    addedViewModel?.removeFromParent()
    addedViewModel = nil
    opener = nil
  }
}
