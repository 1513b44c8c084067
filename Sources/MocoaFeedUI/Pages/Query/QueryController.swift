import MocoaCore
import MocoaFeed
import MocoaTUI

/// The number of rows on a page, and whether it is final.
struct ShownRows: Hashable, Sendable {
  /// The number of rows.
  var count: Int

  /// A Boolean value that indicates whether the feed has been read and the query has finished.
  var isComplete: Bool
}

/// A page whose rows are filtered and sorted by a ``QueryController``.
@MainActor
protocol QueryPage: FeedContext {
  /// The number of rows on the page, and whether it is final.
  var shownRows: ShownRows { get }

  /// The number of marked rows, and of those that are not shown; nil without marks.
  var markText: String? { get }

  /// What a reload has taken while rows are picked; nil for nothing.
  var lossText: String? { get }

  /// Called before the user is prompted for a filter or a sort order.
  func willAsk(for prompt: PromptHistory)

  /// Called when the filters or the sort order have changed.
  func queryDidChange(isFilterNew: Bool)
}

/// The filters and the sort order of a page: prompts, keys, chips, and messages on the result.
///
/// It knows neither the table nor the cursor.
@MainActor
package final class QueryController: PageFeature, SavedFeature {
  /// The filters and the sort order as chips, which can be edited or removed by a click.
  let chips = ChipBar()

  /// The rows that the query filters and sorts.
  let source: RowSource

  private unowned let page: any QueryPage

  /// The filters that were restored from saved state.
  private var restored: Set<String> = []

  /// The filters before the prompt for one, to which a text that does not parse returns if the last
  /// one that did matches no rows; nil without such a prompt.
  private var filtersBefore: [RowFilter]?

  /// A Boolean value that indicates whether the prompt displays what a reload has taken.
  private var isLossShown = false

  /// The error of the filters that the status bar has reported.
  private var reportedFault: FilterSyntaxError?

  /// A Boolean value that indicates whether it was said how the rows are sorted.
  private var isOrderExplained = false

  /// The filters by dates alone that the status bar has explained.
  private var explainedDates: Set<String> = []

  /// Creates a controller; the page outlives it.
  init(source: RowSource, page: any QueryPage) {
    self.source = source
    self.page = page
    chips.onRemove = { [weak self] in self?.removeChip($0) }
    chips.onEdit = { [weak self] in self?.editChip($0) }
  }

  /// The filters, in the order in which they were added.
  package var filters: [RowFilter] { source.query.filters }

  /// The sort keys, in order of priority; empty for the order of the feed.
  var sortKeys: [SortKey] { source.query.sortKeys }

  /// The sort order, as it is typed; empty for the order of the feed.
  private var sortText: String { sortKeys.map(\.description).joined(separator: ",") }

  /// The grouping of rows into sections, such as `RowGrouping(by: "status")`.
  ///
  /// The rows are grouped in the background. nil means the feed's own sections.
  package var grouping: RowGrouping? {
    get { source.arrangement?.grouping }
    set { source.setArrangement(newValue.map { .sections($0) }) }
  }

  private var prompt: PromptView? { page.prompt }
  private var catalog: ColumnCatalog { page.catalog }

  package static let bindings: [KeyBinding<QueryController>] = [
    .init("filter", ["f"], help: "Filter rows") { $0.askForFilter() },
    .trying("edit-filter", ["E"], help: "Edit the last filter") { query in
      guard !query.filters.isEmpty else { return false }
      query.askForFilter(editing: query.filters.count - 1)
      return true
    },
    .init("filter-help", [.function(2)], help: "Show the filter language") {
      $0.showFilterHelp()
    },
    .trying("remove-filter", [.backspace], help: "Remove the last filter") { query in
      guard !query.filters.isEmpty else { return false }
      query.setFilters(query.filters.dropLast())
      return true
    },
    .init("sort", ["s"], help: "Sort rows") { $0.askForSort() },
  ]

  /// Shows only rows that match all filters; an empty array clears the filter.
  ///
  /// Names in them are resolved in the first rows, or among the titles of columns, as soon as there
  /// are any. The displayed rows remain until the first matching ones have been found.
  package func setFilters(_ filters: [RowFilter]) {
    var distinct: [RowFilter] = []
    for filter in filters {
      let filter = catalog.sample.isEmpty ? filter : filter.resolved(by: catalog.meaning)
      if !distinct.contains(filter) { distinct.append(filter) }
    }
    setQuery(RowQuery(filters: distinct, sortKeys: sortKeys))
  }

  /// Resolves the names in filters, order and sections that were typed before rows were known.
  func resolveNames() {
    setFilters(filters)
    setSortKeys(
      sortKeys.map { key in
        guard key.expression == nil else { return key.resolved(by: catalog.meaning) }
        let path = resolved(key.path)
        return path == key.path ? key : SortKey(path, isDescending: key.isDescending)
      })
    if let path = grouping?.path, case let known = resolved(path), known != path {
      grouping = RowGrouping(by: known)
    }
  }

  private func resolved(_ path: MemberPath) -> MemberPath {
    guard !catalog.hasMember(path.typed) else { return path }
    return (try? catalog.memberPath(named: path.typed)) ?? path
  }

  /// Sorts the rows in the background; without keys they are in the order of the feed.
  package func setSortKeys(_ keys: [SortKey]) {
    setQuery(RowQuery(filters: filters, sortKeys: keys))
  }

  /// Adds a filter built from values.
  func addFilter(_ text: String) {
    do throws(FilterSyntaxError) {
      let filter = try RowFilter(parsing: text, lookup: catalog.meaning)
      if !filters.contains(filter) { setFilters(filters + [filter]) }
    } catch {
      page.status.show("filter: \(error.message)", style: .error)
    }
  }

  private func setQuery(_ query: RowQuery) {
    let keys = query.sortKeys.map { $0.fitted(to: catalog.sample) }
    let query = RowQuery(filters: query.filters, sortKeys: keys)
    guard query != source.query else { return }
    let isOrderNew = keys != sortKeys && !keys.isEmpty
    let doubt =
      !isOrderNew
      ? nil
      : keys.lazy.compactMap { key -> String? in
        key.doubt(on: self.catalog.sample)
          ?? key.expression.flatMap { self.catalog.note(onValuesFor: $0) }
      }.first
        ?? (page.feed.pageState?.allowsNext == true ? PageLoader.partialOrder : nil)
    let isFilterNew = query.filters != filters
    if isOrderNew { isOrderExplained = doubt != nil }
    show(
      doubt ?? (isOrderNew ? catalog.note(onTitlesOf: keys.map(\.path)) : nil)
        ?? (isFilterNew ? note(on: query.filters) : nil))
    source.setQuery(query)
    page.queryDidChange(isFilterNew: isFilterNew)
    updateChips()
  }

  private func note(on filters: [RowFilter]) -> String? {
    filters.lazy.compactMap {
      self.catalog.note(onLocalTimesIn: $0.text, $0.members)
        ?? self.catalog.note(onValuesFor: $0) ?? self.catalog.note(onTitlesOf: $0.members)
    }.first
  }

  private func show(_ note: String?) {
    note.map { page.status.show($0, style: .warning, for: .seconds(8)) }
  }

  func save(to state: inout FeedPageState) {
    (state.filters, state.sort) = (filters.map(\.text), sortText)
  }

  func restore(_ state: FeedPageState) -> (what: String, lost: String) {
    if !state.sort.isEmpty, let keys = try? catalog.sortKeys(parsing: state.sort) {
      setSortKeys(keys)
    }
    let filters = state.filters.compactMap { try? RowFilter(parsing: $0, lookup: catalog.meaning) }
    restored = Set(filters.map(\.text))
    if !filters.isEmpty { setFilters(filters) }
    let counted = filters.isEmpty ? "" : filters.count.counted("filter")
    let what = [counted, sortKeys.isEmpty ? "" : "sort order"]
    let lost = state.filters.count - filters.count
    return (
      what.filter { !$0.isEmpty }.joined(separator: ", "),
      lost == 0
        ? ""
        : lost.counted("saved filter no longer parses", "saved filters no longer parse")
    )
  }

  // MARK: Filters

  /// Prompts for a filter, or edits one, and shows the matching rows and their number meanwhile.
  private func askForFilter(editing index: Int? = nil) {
    let before = filters
    let others = Array(index.map { before[..<$0] + before[($0 + 1)...] } ?? before[...])
    let place = index ?? before.count
    page.willAsk(for: .filter)
    page.closePrompt()
    let restorePosition = page.positionRestorer()
    filtersBefore = before
    page.ask(
      PromptRequest(
        label: "filter:", text: index.map { before[$0].text } ?? "", history: .filter,
        complete: { [weak self] text in
          guard let self else { return (0..<0, []) }
          let completion = FilterCompletion(
            of: text, names: catalog.filterNames, lookup: catalog.meaning, rows: catalog.sample)
          return (completion.range, completion.candidates)
        },
        onChange: { [weak self] text in self?.tryFilter(text, at: place, among: others) },
        onSubmit: { [weak self] text in
          guard let self, tryFilter(text, at: place, among: others) else { return self == nil }
          // A member that no row has is an error as soon as that is known.
          return prompt?.hasError != true
        },
        onCancel: { [weak self] in
          self?.setFilters(before)
          restorePosition()
        }))
    rowsDidChange()
  }

  /// Prompts for parts of the wanted row until it is opened, as fzf does; the best match is the
  /// current row.
  ///
  /// Tab marks rows; keys that move the cursor do so.
  package func pick(_ text: String, in list: ListView, onCancel: @escaping () -> Void) {
    let others = filters
    let keys: [Key: Key] = [
      .up: .up, .down: .down, .control("p"): .up, .control("n"): .down, .pageUp: .pageUp,
      .pageDown: .pageDown, .tab: .space, Key(.tab, .shift): Key(.up, .shift),
    ]
    let find = { [weak self, weak list] (text: String) in
      let search = RowSearch(fuzzy: text)
      let isEmpty = text.allSatisfy(\.isWhitespace)
      list?.highlight(isEmpty ? nil : { search.ranges(in: $0) })
      self?.setFilters(isEmpty ? others : others + [RowFilter(search)])
      self?.rowsDidChange()
    }
    page.ask(
      PromptRequest(
        label: ">", text: text, history: .pick,
        onKey: { [weak self, weak list] key in
          // The prompt is the page: nothing is left of it to return to.
          if key == .control("c") {
            self?.page.application?.quitAsInterrupted()
            return true
          }
          guard let list, let other = keys[key] else { return false }
          // Marks are those of rows that match what was typed before.
          let isMark = key == .tab || key == Key(.tab, .shift)
          if isMark { self?.source.wait() }
          defer { if isMark { self?.rowsDidChange() } }
          return list.run(other)
        }, onChange: find,
        onSubmit: { [weak self, weak list] _ in
          self?.source.wait()
          list?.selectCursorItem()
          return false
        }, onCancel: onCancel))
    find(text)
  }

  /// Shows the filter language on a page; a filter that is being typed remains.
  private func showFilterHelp() {
    let lines = FilterReference.text.split(separator: "\n", omittingEmptySubsequences: false)
    page.stack?.push(PagerPage(name: "filters", lines: lines.map { Line(String($0)) }))
  }

  /// Shows the result of a filter; rows of the previous result remain until the text is valid.
  ///
  /// - Returns: `true` if it is valid.
  @discardableResult
  private func tryFilter(_ text: String, at place: Int, among others: [RowFilter]) -> Bool {
    guard text.contains(where: { !$0.isWhitespace }) else {
      prompt?.show("")
      setFilters(others)
      return true
    }
    do throws(FilterSyntaxError) {
      let filter = try RowFilter(parsing: text, lookup: catalog.meaning)
      prompt?.show("")
      setFilters(others[..<place] + [filter] + others[place...])
      rowsDidChange()
      return true
    } catch {
      prompt?.show(error)
      rowsDidChange()
      return false
    }
  }

  /// Hides what a reload has taken once the cursor was moved.
  package func cursorDidMove() {
    guard isLossShown, page.lossText == nil, let prompt else { return }
    if filters.isEmpty, page.markText == nil { prompt.show("") }
    rowsDidChange()
  }

  /// Shows the number of matches, and reports unknown members when all rows were tested.
  package func rowsDidChange() {
    let isComplete = page.shownRows.isComplete
    let fault = isComplete ? testedFault : nil
    let notes =
      page.promptKind == .pick ? [page.lossText, page.markText].compactMap(\.self) : []
    isLossShown = page.promptKind == .pick && page.lossText != nil
    if page.promptKind == .filter || page.promptKind == .pick, let prompt,
      !filters.isEmpty || !notes.isEmpty
    {
      if let fault, filters.contains(where: { prompt.field.text == $0.text && $0.fault == fault }) {
        return prompt.show(fault)
      }
      let count = page.shownRows.count
      guard !prompt.hasError else {
        // The start of `price > 8` is a search for "price", which few rows contain.
        if isComplete, count == 0, let filtersBefore { setFilters(filtersBefore) }
        return
      }
      let counts = "\(count.grouped)\(isComplete ? "" : "+") of \(source.numberOfRows.grouped)"
      prompt.show(
        (notes + [counts]).joined(separator: "  "),
        style: isLossShown || count == 0 && isComplete ? .warning : .statusBar)
    } else if prompt == nil, fault != reportedFault {
      reportedFault.map { page.status.clear(Self.report(on: $0)) }
      reportedFault = fault
      // Restored filters whose members are missing, such as those of --join, do not hide all rows.
      if let fault,
        let lost = filters.first(where: {
          $0.fault == fault && restored.remove($0.text) != nil
        })
      {
        setFilters(filters.filter { $0 != lost })
        return page.status.show(
          "saved filter left out: \(lost.text): \(fault.message)", style: .warning,
          for: .seconds(20))
      }
      fault.map { page.status.show(Self.report(on: $0), style: .warning) }
    } else if prompt == nil, isComplete,
      let dated = filters.first(where: { $0.dateNote != nil && !explainedDates.contains($0.text) })
    {
      explainedDates.insert(dated.text)
      show(dated.dateNote)
    } else if prompt == nil, isComplete, !isOrderExplained, let note = source.orderNotes.first {
      isOrderExplained = true
      show(note)
    }
  }

  /// The first error of the filters once rows were tested; that no row has a member is none where
  /// the first ones have it, which may still be tested.
  private var testedFault: FilterSyntaxError? {
    guard source.numberOfRows > 0 else { return nil }
    let (filters, catalog) = (filters, catalog)
    return filters.lazy.compactMap { filter in
      guard let fault = filter.fault else { return nil }
      let known = filter.unseenMembers.filter { catalog.hasMember($0.path.text) }
      return known.contains { $0.error == fault } ? nil : fault
    }.first
  }

  private static func report(on fault: FilterSyntaxError) -> String { "filter: \(fault.message)" }

  // MARK: Sorting

  /// Prompts for a sort order, or to edit the current one.
  private func askForSort(isEdited: Bool = false) {
    page.willAsk(for: .sort)
    let order = sortText
    let text = isEdited ? order : ""
    page.ask(
      PromptRequest(
        label: "sort by:", text: text, history: .sort,
        complete: { [weak self] in self?.catalog.completions(ofLastNameIn: $0) ?? (0..<0, []) },
        onSubmit: { [weak self] text in self?.sort(by: text) ?? true }))
    let rest = order.isEmpty || isEdited ? "" : "; now by \(order), Enter alone clears it"
    prompt?.show("-name for descending, Tab completes\(rest)")
  }

  private func sort(by text: String) -> Bool {
    guard text.contains(where: { !$0.isWhitespace }) else {
      setSortKeys([])
      return true
    }
    do {
      setSortKeys(try catalog.sortKeys(parsing: text))
      return true
    } catch let error as FilterSyntaxError {
      prompt?.show(error)
    } catch {
      prompt?.show("\(error)", style: .error)
    }
    return false
  }

  /// Sorts by a column: ascending, descending, and not at all, in turns; if it is added, the other
  /// columns remain before it.
  func toggleSort(by column: TableColumn, isAdded: Bool) {
    guard let choice = catalog.choices.first(where: { $0.id == column.id }) else { return }
    let path =
      catalog.hasMember(choice.typedName) ? MemberPath(choice.typedName) : choice.memberPath
    var keys = sortKeys
    keys.toggleOrder(
      isAdded: isAdded, of: { choice.isSorted(by: $0) }, isDescending: { $0.isDescending }
    ) { SortKey(path, isDescending: $0) }
    setSortKeys(keys)
  }

  // MARK: Chips

  /// Shows the query again after a prompt.
  func promptDidClose() {
    // The key that ends the prompt clears what was shown while the filter was typed.
    if let filtersBefore, filtersBefore != filters { show(note(on: filters)) }
    filtersBefore = nil
    updateChips()
    rowsDidChange()
  }

  /// Shows filters and sort order as chips, except a filter that is being typed.
  private func updateChips() {
    guard prompt == nil else { return }
    let order = sortKeys.map {
      "\($0.isDescending ? "▼" : "▲") \($0.title)\(Self.note(on: $0.interpretation))"
    }
    let old = chips.isHidden
    chips.texts = filters.map(\.text) + order
    chips.isHidden = chips.texts.isEmpty
    if old != chips.isHidden { page.setNeedsLayout() }
  }

  private static func note(on interpretation: SortKey.Interpretation) -> String {
    switch interpretation {
    case .text: ""
    case .measure: ", by value"
    case .level: ", by severity"
    }
  }

  /// Prompts to edit a filter or the sort order.
  private func editChip(_ index: Int) {
    if filters.indices.contains(index) {
      askForFilter(editing: index)
    } else {
      askForSort(isEdited: true)
    }
  }

  private func removeChip(_ index: Int) {
    var (filters, keys) = (filters, sortKeys)
    if filters.indices.contains(index) {
      filters.remove(at: index)
    } else if keys.indices.contains(index - filters.count) {
      keys.remove(at: index - filters.count)
    }
    setQuery(RowQuery(filters: filters, sortKeys: keys))
  }
}
