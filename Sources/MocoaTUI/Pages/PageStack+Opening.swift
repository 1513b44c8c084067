import MocoaCore

/// Opening pages by address.
extension PageStack {
  /// Makes a stack on the page that is registered at an address.
  ///
  /// Where no page can be opened, the first page says why, and the reason is reported to the
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
  /// Where there is none, nothing changes, and the reason is reported to the registry's logger.
  ///
  /// - Parameters:
  ///   - address: the address; its query becomes options.
  ///   - options: options given by hand, which go before the query; nil hides one of the query.
  ///   - opener: the view model that receives emissions of the page's; nil for that of the top
  ///     page.
  /// - Returns: the page, or nil.
  @discardableResult
  public func push(
    _ address: String, options: [String: (any Sendable)?] = [:], from opener: ViewModel? = nil
  ) -> Page? {
    guard let page = registry.makePageOrLog(at: address, options: options) else { return nil }
    guard push(page, from: opener) else {
      registry.logger(
        .unopenedPage(address: address, reason: PageError.tooDeep.description))
      return nil
    }
    return page
  }

  /// Presents a page: it goes away, with all that was pushed above it, by ``dismiss()``.
  ///
  /// - Returns: whether the page was presented.
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

  /// Takes away the page that was presented last, and all above it.
  ///
  /// - Returns: the page that was presented, or nil where none is.
  @discardableResult
  public func dismiss() -> Page? {
    guard let index = pages.lastIndex(where: \.isPresented), index > 0 else { return nil }
    let page = pages[index]
    while pages.count > index { pop() }
    return page
  }
}

extension Page {
  /// Makes another page a part of this one, as large as this one until `layoutSubviews()` places
  /// it.
  ///
  /// - Returns: whether it was added; a page is not part of itself.
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

  /// Makes the page that is registered at an address a part of this one.
  ///
  /// - Returns: the page, or nil; the reason is then reported to the registry's logger.
  @discardableResult
  public func addChild(
    _ address: String, options: [String: (any Sendable)?] = [:], in registry: ModuleRegistry
  ) -> Page? {
    guard let page = registry.makePageOrLog(at: address, options: options), addChild(page) else {
      return nil
    }
    return page
  }

  /// Takes the page out of the one that it is part of.
  public func removeFromParentPage() {
    guard parentPage != nil else { return }
    parentPage = nil
    viewModel?.leaveOpener()
    removeFromSuperview()
    tasks = []
    didDisappear()
  }
}
