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

/// The details of the row under the cursor of a list, such as in a pane beside it.
///
/// ```swift
/// SplitView(.horizontal) {
///   list.extent(.share(1))
///   Detail(of: list) { pod in Label("\(pod.name) is \(pod.phase)") }
/// }
/// ```
/// The views are made again when the cursor moves to another row, and when the row changes. A
/// single one, such as a chart, fills the view, unless it has an extent.
///
/// A list that needs no other place for its details has them by ``ListPage/detail(isShown:_:)``.
public final class Detail<Model: Equatable & Sendable>: ScrollView {
  private let stack = VStack {}
  private let views: @MainActor (Model) -> [View]

  /// Creates the details of a list, which follow its cursor.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - views: Makes the views of a row, from top to bottom.
  public convenience init(
    of list: ListPage<Model>, @ViewBuilder _ views: @escaping @MainActor (Model) -> [View]
  ) {
    self.init(views)
    list.observeCurrent { [weak self] in self?.show($0, isSameRow: $1) }
  }

  init(_ views: @escaping @MainActor (Model) -> [View]) {
    self.views = views
    super.init(stack)
    stack.stretchesOnlyView = true
  }

  /// Shows the details of a row, from their start unless the row is the same.
  func show(_ model: Model?, isSameRow: Bool) {
    for view in stack.subviews { view.removeFromSuperview() }
    for view in model.map(views) ?? [] { stack.addSubview(view) }
    if !isSameRow { scroll(to: 0) }
  }
}

/// The rows of a list page, and the details of one of them.
final class ListDetail<Model: Equatable & Sendable>: View {
  private let detail: Detail<Model>
  private let split: SplitView

  /// A Boolean value that indicates whether the pane is shown if there is room for it.
  var isOpen: Bool {
    didSet {
      if !isOpen, detail.containsFocus { application?.focus(split.subviews.first) }
      setNeedsLayout()
    }
  }

  init(rows: View, isOpen: Bool, content: @escaping @MainActor (Model) -> [View]) {
    let detail = Detail(content)
    (self.isOpen, self.detail) = (isOpen, detail)
    split = SplitView(.horizontal) {
      rows.extent(.share(3))
      detail.extent(.share(2))
    }
    super.init()
    addSubview(split)
  }

  /// A Boolean value that indicates whether the pane is not too small.
  var hasRoom: Bool { bounds.columns >= 100 || bounds.rows >= 12 }

  override func layoutSubviews() {
    split.axis = bounds.columns >= 100 ? .horizontal : .vertical
    detail.isHidden = !isOpen || !hasRoom
    split.frame = bounds
  }

  /// Shows the details of a row, from their start unless the row is the same.
  func show(_ model: Model?, isSameRow: Bool) {
    detail.show(isOpen ? model : nil, isSameRow: isSameRow)
  }
}
