import MocoaCore

/// The details of the row under the cursor.
extension ListPage {
  /// Shows views of the row under the cursor in a pane: beside the rows on a wide screen, else
  /// below them; `v` hides and shows it.
  ///
  /// ```swift
  /// .detail { pod in Label("\(pod.name) is \(pod.phase)") }
  /// ```
  /// The views are made again when the cursor moves to another row, and when the row changes.
  ///
  /// - Parameters:
  ///   - isShown: Whether the pane is shown from the start.
  ///   - content: Makes the views of a row, from top to bottom.
  /// - Returns: The page.
  @discardableResult
  public func detail(
    isShown: Bool = true, @ViewBuilder _ content: @escaping @MainActor (Model) -> [View]
  ) -> Self {
    detail?.removeFromSuperview()
    let detail = ListDetail(rows: table, isOpen: isShown, content: content)
    self.detail = detail
    addSubview(detail)
    detail.show(current, isSameRow: false)
    return self
  }

  /// The keys of the pane.
  static var detailBindings: [KeyBinding<ListPage>] {
    [
      .init(
        "toggle-detail", ["v"], help: "Toggle the details of the row",
        when: { $0.detail != nil }
      ) { page in
        guard let detail = page.detail else { return }
        detail.isOpen.toggle()
        detail.show(page.current, isSameRow: false)
        if detail.isOpen, !detail.hasRoom { page.status.show("no room for the details") }
      }
    ]
  }
}

/// The rows of a list page, and the details of one of them.
final class ListDetail<Model>: View {
  private let content: @MainActor (Model) -> [View]
  private let stack = VStack {}
  private let scrolled: ScrollView
  private let split: SplitView

  /// A Boolean value that indicates whether the pane is shown if there is room for it.
  var isOpen: Bool {
    didSet {
      if !isOpen, scrolled.containsFocus { application?.focus(split.subviews.first) }
      setNeedsLayout()
    }
  }

  init(rows: View, isOpen: Bool, content: @escaping @MainActor (Model) -> [View]) {
    (self.isOpen, self.content) = (isOpen, content)
    let scrolled = ScrollView(stack)
    self.scrolled = scrolled
    split = SplitView(.horizontal) {
      rows.extent(.share(3))
      scrolled.extent(.share(2))
    }
    super.init()
    addSubview(split)
  }

  /// A Boolean value that indicates whether the pane is not too small.
  var hasRoom: Bool { bounds.columns >= 100 || bounds.rows >= 12 }

  override func layoutSubviews() {
    split.axis = bounds.columns >= 100 ? .horizontal : .vertical
    scrolled.isHidden = !isOpen || !hasRoom
    split.frame = bounds
  }

  /// Shows the details of a row, from their start unless the row is the same.
  func show(_ model: Model?, isSameRow: Bool) {
    for view in stack.subviews { view.removeFromSuperview() }
    guard isOpen else { return }
    for view in model.map(content) ?? [] { stack.addSubview(view) }
    if !isSameRow { scrolled.scroll(to: 0) }
  }
}
