import MocoaCore
import Observation

/// A page that lists values, configured in one expression.
///
/// ```swift
/// ListPage("Pods", every: .seconds(2)) { try await kube.pods() }
///   .sections(by: \.namespace)
///   .columns {
///     Column("NAME", \.name).style(.title)
///     Column("RESTARTS", \.restarts).sortable()
///   }
///   .onOpen { PodPage($0) }
///   .action("d", "Delete", confirm: { "Delete \($0.name)?" }) { try await kube.delete($0) }
///     undo: { try await kube.apply($0) }
/// ```
/// The values are in memory; cursor and marks stay on their rows when values are reloaded. `/`
/// searches and `f` filters by the text that rows display. If rows need their own cells and view
/// models, use ``TablePage``.
@MainActor
public final class ListPage<Model: Equatable & Sendable>: TablePage, Observable {
  /// The values, including those that the filter hides; setting them updates the rows that differ.
  ///
  /// They are observable: a ``Chart`` whose closure reads them is drawn again when they change.
  ///
  /// - Complexity: O(1) to read, O(values) to set. See ``subscript(_:)`` and
  ///   ``append(contentsOf:)``.
  public var items: [Model] {
    get {
      registrar.access(self, keyPath: \.items)
      return values ?? section?.rows.models ?? []
    }
    set {
      texts = nil
      update(newValue)
      notifyObservers()
    }
  }

  private let registrar = ObservationRegistrar()

  /// Notifies what observes the values that they have changed.
  private func notifyObservers() {
    registrar.withMutation(of: self, keyPath: \.items) {}
    registrar.withMutation(of: self, keyPath: \.shownItems) {}
  }

  /// The values of the rows that are shown, in their order: without those that the filter hides,
  /// and without those in collapsed sections and below collapsed rows.
  ///
  /// They are observable, as ``items`` are. In a tree, they include the rows above those that
  /// match.
  ///
  /// - Complexity: O(values).
  public var shownItems: [Model] {
    registrar.access(self, keyPath: \.shownItems)
    if rows.numberOfSections == 1, let section { return section.rows.models }
    return shownPaths.compactMap { model(at: $0) }
  }

  /// The index paths of the rows that are shown.
  var shownPaths: [ListIndexPath] {
    (0..<rows.numberOfSections).flatMap { section in
      (0..<rows.numberOfItems(in: section)).map { ListIndexPath(section: section, item: $0) }
    }
  }

  /// The values; nil if the rows of the only section are all of them in this order.
  var values: [Model]?

  /// The rows that expand; nil if values have no children.
  var outline: ListOutline<Model>?

  /// The level to which rows are expanded from the start.
  var expandedLevel = 1

  private(set) lazy var outlineKeys = OutlineKeys(
    page: self, entersChildren: true, isAvailable: { [weak self] in self?.outline != nil },
    rows: { [weak self] in self?.outline?.rows },
    show: { [weak self] in self?.show($0, by: $1, at: $2) })

  /// A Boolean value that indicates whether the rows are all values in this order.
  var isPlain: Bool {
    filter.isEmpty && sectionTitle == nil && outline == nil && sorts.isEmpty
  }

  /// The only section, if rows have no titles of sections.
  private var section: RowSection<ListRows<Model>>? {
    rows.model.section(at: 0) as? RowSection<ListRows<Model>>
  }

  /// The command that loads the values; nil if they are passed to the initializer, or appended.
  let loading: Command<Void, [Model]>?

  /// The text that rows must contain to be visible; empty if all rows are visible.
  public var filter = "" {
    didSet {
      if filter != oldValue { filterDidChange() }
    }
  }

  override var rowFilter: String {
    get { filter }
    set { atOnce { filter = newValue } }
  }

  override var rowOrder: String? {
    get { sortText }
    set { atOnce { _ = sort(by: newValue ?? "") } }
  }

  private let interval: Duration?
  /// Appends the values of a sequence; nil if there is none.
  private let consume: (@MainActor (ReceivedItems<Model>) async throws -> Void)?
  let rowStyle: ListRowStyle<Model>
  let rows: ListViewModel
  private let modules = ModuleRegistry()
  /// Called when a row is opened; each returns whether it did something.
  private(set) var openHandlers: [(Model) -> Bool] = []
  /// Called with the value under the cursor, and whether its row is the same as before.
  private var moveHandlers: [(_ current: Model?, _ isSameRow: Bool) -> Void] = []
  private var last: Model?
  /// The rows with the details of one of them; nil if there are no details.
  var detail: ListDetail<Model>?
  private var emptyText = ""
  private(set) var sectionTitle: ((Model) -> String)?
  /// The texts of all values; nil if no filter has needed them.
  var texts: RowTexts<Model>?
  var actions: [ListPageAction<Model>] = []
  private lazy var keys = Self.ownKeyMap
  /// The titles of the actions that are being performed.
  var running: [String] = [] {
    didSet { updateStatus() }
  }
  /// The error of the last load, nil once one has succeeded, or of a sequence.
  var loadError: (any Error)? {
    didSet { updateStatus() }
  }
  /// The actions that were performed, unless nothing is left of them to undo; the last one is
  /// undone first.
  var performedActions: [PerformedAction] = []
  /// The task that undoes an action.
  var undoing: Task<Void, Never>?
  private var hasBegun = false
  /// The columns that rows are sorted by; the first one decides.
  var sorts: [ColumnSort] = []
  /// The task that filters and sorts many rows.
  var arranging: Task<Void, Never>?
  /// A Boolean value that indicates whether values have changed since they are being arranged.
  var isArrangingStale = false
  /// A Boolean value that indicates whether rows are filtered and sorted without a task.
  var arrangesAtOnce = false
  /// The time for which rows are drawn for a filter before other work.
  var slice = Duration.milliseconds(8)
  /// The filter that the rows match which are shown; another one while rows are being filtered.
  var shownFilter = ""
  /// The number of rows whose texts the filter still needs.
  var restCount = 0
  /// When the status said last how many rows are left.
  var progressTime = ContinuousClock.now
  /// The rows whose texts have been measured for the widths of columns.
  var measured: ClosedRange<ListIndexPath>?

  private lazy var collapsedSections = SectionCollapsing(page: self) { [weak self] in
    guard let self else { return }
    update(self.items)
  }

  override var collapsing: SectionCollapsing? { collapsedSections }

  init(
    title: String, items: [Model] = [], interval: Duration? = nil,
    loading: Command<Void, [Model]>? = nil,
    consume: (@MainActor (ReceivedItems<Model>) async throws -> Void)? = nil,
    id: @escaping (Model) -> some Hashable
  ) {
    let style = ListRowStyle(id: id)
    (rowStyle, self.interval, self.loading, self.consume) = (style, interval, loading, consume)
    let module = modules["mocoa://rows/"]
    module.section.cell.register(ListRowCell<Model>.self)
    module.section.header.register(TitleHeader.self)
    rows = ListViewModel(
      model: SectionList([RowSection(ListRows(items, style: style))]), module: module)
    super.init(title: title, list: rows)
    rows.selectionMode = .multiple
    // Marked rows are distinguished by their style.
    table.style.hasMarkColumn = false
    table.observeSelection(owner: self) { $0.open($1) }.store(in: &subscriptions)
    table.rowActionHandler = { [weak self] in self?.perform($0) ?? false }
    table.observeMove(owner: self) { $0.measureColumns() }.store(in: &subscriptions)
    table.observeHeaderClicks(owner: self) { page, column, modifiers in
      page.toggleSort(by: column.id, isAdded: !modifiers.isEmpty)
    }.store(in: &subscriptions)
    guard let loading else { return }
    loading.observeResults(owner: self) { $0.didLoad($1) }.store(in: &subscriptions)
    Subscription.following({ loading.isExecuting }) { [weak self] _ in self?.updateStatus() }
      .store(in: &subscriptions)
  }

  // MARK: Configuration

  /// Draws each row with a closure; search and filter compare with the text that it draws.
  ///
  /// - Parameters:
  ///   - height: The height of each row, in rows of the screen.
  ///   - draw: Draws a value on a canvas of this height.
  /// - Returns: The page.
  @discardableResult
  public func row(
    height: Int = 1, _ draw: @escaping @MainActor (Model, inout Canvas) -> Void
  ) -> Self {
    (rowStyle.height, rowStyle.draw, rowStyle.texts) = (max(1, height), draw, nil)
    return show([])
  }

  /// Sections rows by a value, whose text is the header, in the order of first occurrence; rows
  /// with children are not sectioned.
  @discardableResult
  public func sections<Value>(by value: @escaping (Model) -> Value) -> Self {
    let items = items
    sectionTitle = { "\(value($0))" }
    update(items)
    return self
  }

  /// Shows a text in place of the rows if there are none.
  @discardableResult
  public func empty(_ text: String) -> Self {
    emptyText = text
    updateStatus()
    return self
  }

  /// Starts at the last row, and stays there while rows are appended, until the user moves away; G
  /// follows the end again.
  @discardableResult
  public func followsEnd() -> Self {
    table.moveToEndAndFollow()
    return self
  }

  /// Pushes a page when a row is opened, in addition to what was configured before.
  ///
  /// ```swift
  /// .onOpen { try $0.isFolder ? nil : FilePage($0) }
  /// ```
  ///
  /// - Parameter makePage: Returns the page of a row; nil for none, so that a row of a tree
  ///   expands. An error is shown in the status bar.
  /// - Returns: The page.
  @discardableResult
  public func onOpen(_ makePage: @escaping @MainActor (Model) throws -> Page?) -> Self {
    openHandlers.append { [weak self] model in
      do {
        guard let page = try makePage(model) else { return false }
        self?.stack?.push(page)
      } catch {
        self?.showError(error)
      }
      return true
    }
    return self
  }

  /// Calls a closure with the value under the cursor, now and whenever this value changes, after
  /// those of earlier calls.
  @discardableResult
  public func onMove(_ body: @escaping @MainActor (Model?) -> Void) -> Self {
    observeCurrent { current, _ in body(current) }
    return self
  }

  func observeCurrent(
    _ body: @escaping @MainActor (_ current: Model?, _ isSameRow: Bool) -> Void
  ) {
    moveHandlers.append(body)
    last = current
    body(last, false)
  }

  /// Calls a closure when a row is opened, after those of earlier calls.
  @discardableResult
  public func onSelect(_ body: @escaping @MainActor (Model) -> Void) -> Self {
    openHandlers.append { model in
      body(model)
      return true
    }
    return self
  }

  /// Reloads the values, if a closure or a command loads them.
  public func reload() { _ = try? loading?.execute() }

  // MARK: Rows

  /// Returns the value at an index path, or nil if there is no row.
  func model(at path: ListIndexPath) -> Model? {
    row(at: path).flatMap { $0.note == nil ? $0.model : nil }
  }

  override func item(at path: ListIndexPath) -> Any? { model(at: path) }

  func rowID(_ model: Model) -> ListRow<Model>.ID {
    ListRow(model: model, style: rowStyle).id
  }

  /// The value of the row under the cursor, or nil; observable, as ``items`` are.
  public var current: Model? {
    registrar.access(self, keyPath: \.current)
    return table.cursor.flatMap { model(at: $0) }
  }

  /// The values of the rows that actions apply to: the marked ones, else that under the cursor.
  public var targets: [Model] { table.targetIndexPaths.compactMap { model(at: $0) } }

  func rowsDidChange() {
    measured = nil
    registrar.withMutation(of: self, keyPath: \.shownItems) {}
    cursorDidMove()
    updateStatus()
  }

  /// Shows the state of the page: the filter, what is in progress, what features add, and the error
  /// of the last load.
  public override func updateStatus() {
    let (shown, all) = outline?.matchCounts ?? (table.rowCount, items.count)
    let isFiltering = arranging != nil && isFiltered && shownFilter != filter
    let numbers = isFiltering ? "\(restCount.grouped) rows left" : "\(shown) of \(all)"
    let note = filter.isEmpty ? "" : "filter: \(filter)  \(numbers)"
    let progress = loading?.isExecuting == true && running.isEmpty ? "loading" : ""
    let isSorting = arranging != nil && !isFiltering && !sorts.isEmpty && outline == nil
    let sorting = isSorting ? "sorting" : ""
    let faults = outline?.faultText ?? ""
    status.activity = ([note, progress, sorting, faults] + running + featureTexts)
      .filter { !$0.isEmpty }.joined(separator: "  ")
    let retry = loading == nil ? "" : "  (r retries)"
    status.failure = loadError.map { $0.displayText + retry } ?? ""
    let isWaiting = loading?.isExecuting == true || loadError != nil || isFiltering
    let isHiding = isFiltered && all > 0 && !isFiltering && !collapsedSections.isActive
    let reason = isHiding ? "No rows match: \(filter)" : isWaiting ? "" : emptyText
    table.emptyText = shown == 0 ? reason : ""
  }

  /// Appends a value; see ``append(contentsOf:)``.
  public func append(_ item: Model) { append(contentsOf: CollectionOfOne(item)) }

  /// Appends values, whose rows are added to their sections if the filter does not hide them.
  ///
  /// - Complexity: O(sections + new values), amortized; O(values) if there is a new section.
  public func append(contentsOf items: some Collection<Model>) {
    if outline != nil || !sorts.isEmpty || collapsedSections.isActive { return self.items += items }
    defer { notifyObservers() }
    values?.append(contentsOf: items)
    texts?.append(contentsOf: items)
    if arranging != nil { return isArrangingStale = true }
    var shown = Array(items)
    if isFiltered, let texts {
      _ = texts.draw(for: nil) { text(of: $0) }
      let numbers = texts.numbers(containing: filter, from: texts.rows.count - items.count)
      shown = numbers.map { texts.rows[$0] }
    }
    if let sectionTitle {
      let model = rows.model
      var places: [AnyHashable?: Int] = [:]
      for index in 0..<model.numberOfSections {
        places[model.section(at: index).sectionIdentity] = index
      }
      let parts = titledSections(of: shown, by: sectionTitle).map {
        (places[$0.sectionIdentity], $0.rows)
      }
      guard parts.allSatisfy({ $0.0 != nil }) else { return update(self.items) }
      for case (let place?, let added) in parts { rows.appendRows(added, toSection: place) }
    } else {
      rows.appendRows(ListRows(shown, style: rowStyle), toSection: 0)
    }
    cursorDidMove()
    updateStatus()
  }

  /// The value at an index of ``items``; setting it updates its row.
  ///
  /// - Precondition: The index is in `items.indices`.
  /// - Complexity: O(1) if the page has neither sections nor a filter, and the identity is the same
  ///   when the value is set; otherwise O(values).
  public subscript(index: Int) -> Model {
    get { items[index] }
    set {
      guard values == nil else { return items[index] = newValue }
      texts?.replace(at: index, with: newValue) { text(of: $0) }
      rows.replaceRow(
        of: ListRows.self, at: ListIndexPath(section: 0, item: index),
        with: ListRow(model: newValue, style: rowStyle))
      measured = nil
      cursorDidMove()
      notifyObservers()
    }
  }

  // MARK: Loading

  private func didLoad(_ result: Result<[Model], any Error>) {
    switch result {
    case .success(let items):
      loadError = nil
      self.items = items
      reloadChildren()
    case .failure(let error): loadError = error
    }
  }

  /// Loads the values when the page is first shown, and then at the interval while it is visible.
  public override func visibilityDidChange(isShown: Bool) {
    guard isShown, application != nil, self.isShown, !hasBegun else { return }
    hasBegun = true
    consume.map(append)
    reload()
    guard let loading, let interval else { return }
    task { [weak self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: interval)
        guard let self else { return }
        if application != nil, self.isShown, !loading.isExecuting { reload() }
      }
    }
  }

  // MARK: Keys

  /// The keys of the page besides those of the table, and of the actions.
  private static var ownKeyMap: KeyMap {
    // Where rows can be marked, `*` inverts the marks.
    let ofOutlines = OutlineKeys.bindings(
      expandHelp: "Expand, or go to the first child", expandAll: ["0", "*"]
    ).map { binding in binding.within { (page: ListPage) in page.outlineKeys } }
    return KeyMap(
      for: ListPage.self, title: "List",
      ofOutlines + sortBindings + detailBindings + exportBindings
    ).appending(
      KeyMap(
        for: ListPage.self,
        [
          .init("filter", ["f"], help: "Filter rows") { $0.askForFilter() },
          .init("reload", ["r"], help: "Load the rows again", when: { $0.loading != nil }) {
            $0.reload()
          },
          .init("undo", ["u"], help: "Undo the last action", when: { $0.hasUndo }) { $0.undo() },
          .trying(
            "row-actions", ["."], help: "List the actions of the row", when: { $0.hasActions }
          ) {
            $0.table.showRowActions()
          },
          .init("back", [.escape, .backspace], help: "Clear the filter", when: { $0.isFiltered }) {
            $0.filter = ""
          },
        ])
    ).appending(searchKeyMap).appending(sectionKeyMap).appending(
      KeyMap(
        for: ListPage.self,
        SectionCollapsing.bindings.map { $0.within { $0.collapsedSections } })
    ).appending(.leavingPage)
  }

  private var hasActions: Bool { !actions.isEmpty }
  private var hasUndo: Bool { actions.contains(where: \.hasUndo) }
  private var isFiltered: Bool { !filter.isEmpty }

  override func cursorDidMove() {
    super.cursorDidMove()
    registrar.withMutation(of: self, keyPath: \.current) {}
    guard !moveHandlers.isEmpty || detail != nil, current != last else { return }
    let isSameRow = last.map(rowID) == current.map(rowID)
    last = current
    for handler in moveHandlers { handler(last, isSameRow) }
    detail?.show(last, isSameRow: isSameRow)
  }

  public override var keyMap: KeyMap { keys.appending(featureKeyMap) }

  override var leavesKeysToPages: Bool { true }

  private func askForFilter() {
    let before = filter
    ask(
      PromptRequest(
        label: "filter:", text: before, history: .filter,
        onChange: { [weak self] in self?.filter = $0 },
        onSubmit: { [weak self] in
          self?.filter = $0
          return true
        },
        onCancel: { [weak self] in self?.filter = before }))
  }
}
