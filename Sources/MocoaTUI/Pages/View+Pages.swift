import MocoaCore

extension View: ViewModelHost {
  /// The view model of the closest view that contains this one, of what opened its page, or of the
  /// application; nil if there is none.
  public final var containingViewModel: ViewModel? {
    var view = self
    while true {
      let page = view as? Page
      if let opener = page?.opener { return opener }
      guard let next = page?.parentPage ?? view.superview else { break }
      if let viewModel = next.ownViewModel, viewModel !== ownViewModel {
        return viewModel
      }
      view = next
    }
    return view.application?.viewModel
  }

  /// Offers an emission to the view, and to those that contain it, up to the page or to one with
  /// another view model.
  public final func offer(_ emission: Emission) -> EmissionResponse {
    var view = self
    while view.receive(emission) == .forward {
      guard !(view is Page), let next = view.superview,
        next.ownViewModel == nil || next.ownViewModel === ownViewModel
      else { return .forward }
      view = next
    }
    return .handled
  }

  /// The page that contains the view, or is the view; nil if there is none.
  public final var page: Page? {
    sequence(first: self, next: \.superview).first { $0 is Page } as? Page
  }

  private var pageStack: PageStack? { self as? PageStack ?? page?.stack }

  /// The view model that receives the emissions of pages that the view opens.
  ///
  /// What a stack pushes is opened by its top page.
  private var openingViewModel: ViewModel? {
    self is PageStack ? nil : ownViewModel ?? containingViewModel
  }

  /// Pushes a page, whose emissions continue at the view model of this view or what contains it.
  ///
  /// - Returns: `true` if the page was pushed.
  @discardableResult
  public final func push(_ page: Page) -> Bool {
    pageStack?.push(page, from: openingViewModel) ?? false
  }

  /// Pushes the page that is registered at an address; see ``PageStack/push(_:options:from:)``.
  ///
  /// - Returns: The page, or nil.
  @discardableResult
  public final func push(
    _ address: String, options: [String: (any Sendable)?] = [:]
  ) -> Page? {
    pageStack?.push(address, options: options, from: openingViewModel)
  }

  /// Presents a page, which ``PageStack/dismiss()`` removes with all pages pushed above it.
  ///
  /// - Returns: `true` if the page was presented.
  @discardableResult
  public final func present(_ page: Page) -> Bool {
    pageStack?.present(page, from: openingViewModel) ?? false
  }

  /// Presents the page that is registered at an address.
  ///
  /// - Returns: The page, or nil.
  @discardableResult
  public final func present(
    _ address: String, options: [String: (any Sendable)?] = [:]
  ) -> Page? {
    pageStack?.present(address, options: options, from: openingViewModel)
  }
}
