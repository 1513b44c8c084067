import MocoaCore

/// Pages as tabs, of which one is visible, with their titles above.
@MainActor
open class TabPage: Page {
  let bar = TabBar()

  /// The pages.
  private(set) var tabs: [Page] = []

  /// The number of the visible page.
  public private(set) var selectedIndex = 0

  private let tabsViewModel = ViewModel()

  /// Creates a tab page.
  public init(_ pages: [Page]) {
    super.init()
    addSubview(bar)
    bar.onSelect = { [weak self] in self?.select($0) }
    for page in pages { add(page) }
  }

  /// Creates a tab page of the pages at some addresses.
  ///
  /// An address that cannot be opened is skipped if placeholders are hidden, and shows the reason
  /// if they are visible; both are reported to the registry's logger.
  public convenience init(
    addresses: [String], in registry: ModuleRegistry,
    placeholders: PlaceholderVisibility = .default
  ) {
    self.init(
      addresses.map { registry.makePageOrMissing(at: $0) }
        .filter { placeholders == .show || !($0 is MissingPage) })
  }

  open override var viewModel: ViewModel? { tabsViewModel }

  open override var preferredFocus: View? {
    tabs.indices.contains(selectedIndex)
      ? tabs[selectedIndex].preferredFocus ?? tabs[selectedIndex] : nil
  }

  private func add(_ page: Page) {
    page.attachViewModel(to: tabsViewModel)
    page.parentPage = self
    page.isHidden = !tabs.isEmpty
    addSubview(page)
    tabs.append(page)
    bar.titles = tabs.map(\.title)
  }

  /// Selects a tab; has no effect if there is none with this number.
  public func select(_ index: Int) {
    guard tabs.indices.contains(index), index != selectedIndex else { return }
    tabs[selectedIndex].isHidden = true
    tabs[selectedIndex].didDisappear()
    selectedIndex = index
    bar.selectedIndex = index
    tabs[index].isHidden = false
    setNeedsLayout()
    application?.focus(tabs[index])
    tabs[index].didAppear()
  }

  open override func didAppear() {
    if tabs.indices.contains(selectedIndex) { tabs[selectedIndex].didAppear() }
  }

  open override func didDisappear() {
    if tabs.indices.contains(selectedIndex) { tabs[selectedIndex].didDisappear() }
  }

  open override func layoutSubviews() {
    let (head, rest) = bounds.split(bounds.rows > 1 ? 1 : 0, from: .top)
    bar.frame = head
    for page in tabs { page.frame = rest }
  }

  static let defaultKeyMap = KeyMap(
    for: TabPage.self, title: "Tabs",
    [
      .trying("next-tab", [">", Key(.pageDown, .control)], help: "Next tab") { $0.select(by: 1) },
      .trying("previous-tab", ["<", Key(.pageUp, .control)], help: "Previous tab") {
        $0.select(by: -1)
      },
    ]
  ).appending(.leavingPage)

  open override var keyMap: KeyMap { Self.defaultKeyMap }

  private func select(by step: Int) -> Bool {
    guard !tabs.isEmpty else { return false }
    select((selectedIndex + step + tabs.count) % tabs.count)
    return true
  }

  open override func handle(_ event: InputEvent) -> Bool {
    guard case .key(let key) = event, key.modifiers == .alt, case .character(let digit) = key.code,
      let number = digit.wholeNumberValue, tabs.indices.contains(number - 1)
    else { return false }
    select(number - 1)
    return true
  }
}
