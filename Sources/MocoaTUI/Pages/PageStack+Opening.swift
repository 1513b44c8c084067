import MocoaCore

/// Opening pages by address.
extension PageStack {
  /// Creates a stack with the page that is registered at an address.
  ///
  /// If no page can be opened, the first page shows the reason, which is also reported to the
  /// registry's logger.
  public convenience init(
    root address: String, options: [String: (any Sendable)?] = [:], in registry: ModuleRegistry
  ) {
    self.init()
    self.registry = registry
    push(registry.makePageOrMissing(at: address, options: options))
  }

  /// Pushes the page that is registered at an address.
  ///
  /// If there is none, nothing changes, and the reason is reported to the registry's logger.
  ///
  /// - Parameters:
  ///   - address: The address; its query becomes options.
  ///   - options: Explicit options, which override the query; nil hides one of the query.
  ///   - opener: The view model that receives emissions of the page; nil means that of the top
  ///     page.
  /// - Returns: The page, or nil.
  @discardableResult
  public func push(
    _ address: String, options: [String: (any Sendable)?] = [:], from opener: ViewModel? = nil
  ) -> Page? {
    guard let page = registry.makePageOrLog(at: address, options: options) else { return nil }
    guard push(page, from: opener) else {
      registry.report(
        .unopenedPage(address: address, reason: PageError.tooDeep.description))
      return nil
    }
    return page
  }

  /// Presents a page, which ``dismiss()`` removes with all pages pushed above it.
  ///
  /// - Returns: `true` if the page was presented.
  @discardableResult
  public func present(_ page: Page, from opener: ViewModel? = nil) -> Bool {
    guard push(page, from: opener) else { return false }
    page.isPresented = true
    return true
  }

  /// Presents the page that is registered at an address; see ``push(_:options:from:)``.
  @discardableResult
  public func present(
    _ address: String, options: [String: (any Sendable)?] = [:], from opener: ViewModel? = nil
  ) -> Page? {
    let page = push(address, options: options, from: opener)
    page?.isPresented = true
    return page
  }

  /// Removes the page that was presented last, and all above it.
  ///
  /// - Returns: The presented page, or nil if there is none.
  @discardableResult
  public func dismiss() -> Page? {
    guard let index = pages.lastIndex(where: \.isPresented), index > 0 else { return nil }
    let page = pages[index]
    while pages.count > index { pop() }
    return page
  }
}

extension Page {
  /// Adds a child page, which fills this one unless `layoutSubviews()` places it.
  ///
  /// - Returns: `true` if it was added; a page is not its own child.
  @discardableResult
  public func addChild(_ page: Page) -> Bool {
    guard !isPart(of: page) else { return false }
    page.attachViewModel(to: viewModel)
    page.parentPage = self
    page.frame = bounds
    addSubview(page)
    page.didAppear()
    return true
  }

  /// Adds the page that is registered at an address as a child page.
  ///
  /// - Returns: The page, or nil; the reason is then reported to the registry's logger.
  @discardableResult
  public func addChild(
    _ address: String, options: [String: (any Sendable)?] = [:], in registry: ModuleRegistry
  ) -> Page? {
    guard let page = registry.makePageOrLog(at: address, options: options), addChild(page) else {
      return nil
    }
    return page
  }

  /// Removes the page from its parent page.
  public func removeFromParentPage() {
    guard parentPage != nil else { return }
    parentPage = nil
    detachViewModel()
    removeFromSuperview()
    tasks = [:]
    didDisappear()
  }
}
