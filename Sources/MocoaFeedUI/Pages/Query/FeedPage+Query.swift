import MocoaCore
import MocoaFeed
import MocoaTUI

extension Action {
  public static let filter: Action = "filter"
  public static let editFilter: Action = "edit-filter"
  public static let filterHelp: Action = "filter-help"
  public static let removeFilter: Action = "remove-filter"
  public static let sort: Action = "sort"
}

/// How many rows a page shows, and whether there will be more.
public struct ShownRows: Hashable, Sendable {
  /// The number of rows.
  public var count: Int

  /// Whether the feed has been read and the query run, each to its end.
  public var isComplete: Bool
}

extension FeedPage {
  /// The rows that pass the filters, as far as they are known.
  public var shownRows: ShownRows {
    let isComplete = !feed.status.isLoading && !source.isRunning && updateTask == nil
    return ShownRows(count: list.numberOfItemsInAllSections, isComplete: isComplete)
  }

  /// Blocks until the filters have been asked about all rows that the feed has found so far, and
  /// shows the result; for a program that has to know it before it shows anything.
  public func waitForQuery() { source.wait() }

  /// Lets only rows stay that all filters let stay; none shows all.
  ///
  /// Names in them are looked up in the first rows, or among the titles of columns, as soon as
  /// there are any. The rows that are shown stay until the first of the others have been found.
  public func setFilters(_ filters: [RowFilter]) {
    var distinct: [RowFilter] = []
    for filter in filters {
      let filter = sample.isEmpty ? filter : filter.resolved(by: catalog.meaning)
      if !distinct.contains(filter) { distinct.append(filter) }
    }
    setQuery(RowQuery(filters: distinct, sortKeys: sortKeys))
  }

  /// Sorts the rows in the background; no keys leave them in the order of the feed.
  public func setSortKeys(_ keys: [SortKey]) {
    setQuery(RowQuery(filters: filters, sortKeys: keys))
  }

  private func setQuery(_ query: RowQuery) {
    let keys = query.sortKeys.map { $0.fitted(to: sample) }
    let query = RowQuery(filters: query.filters, sortKeys: keys)
    guard query != source.query else { return }
    let isFilterNew = query.filters != filters
    source.setQuery(query)
    if isFilterNew { searchAgain() }
    showColumns()
    updateChips()
    updateStatus()
  }

  // MARK: Filters

  /// Asks for a filter, and shows the rows that match and their number while it is typed.
  ///
  /// - Parameter index: The filter that is edited; nil for a new one.
  func askForFilter(editing index: Int? = nil) {
    let before = filters
    let others = Array(index.map { before[..<$0] + before[($0 + 1)...] } ?? before[...])
    let place = index ?? before.count
    originRow = cursorRowNumber
    ask(
      PromptRequest(
        label: "filter:", text: index.map { before[$0].text } ?? "", history: .filter,
        complete: { [weak self] text in
          guard let self else { return (0..<0, []) }
          let completion = FilterCompletion(
            of: text, names: catalog.filterNames, lookup: catalog.meaning, rows: sample)
          return (completion.range, completion.candidates)
        },
        onChange: { [weak self] text in self?.tryFilter(text, at: place, among: others) },
        onSubmit: { [weak self] text in
          guard let self, tryFilter(text, at: place, among: others) else { return self == nil }
          // A member that no row has is an error as soon as that is known.
          return prompt?.hasError != true
        },
        onCancel: { [weak self] in self?.setFilters(before) }))
    showFilterResult()
  }

  /// Shows the language of filters on a page of its own; a filter that is being typed stays.
  func showFilterHelp() {
    let lines = FilterReference.text.split(separator: "\n", omittingEmptySubsequences: false)
    stack?.push(PagerPage(name: "filters", lines: lines.map { Line(String($0)) }))
  }

  /// Takes the last filter away.
  func removeLastFilter() -> Bool {
    guard !filters.isEmpty else { return false }
    setFilters(Array(filters.dropLast()))
    return true
  }

  /// Shows what a filter lets stay; the old result stays until the text makes sense.
  ///
  /// - Returns: whether it does.
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
      showFilterResult()
      return true
    } catch {
      prompt?.show(error)
      return false
    }
  }

  /// Shows in the prompt how many rows match, and reports names of members that no row has, in the
  /// prompt or in the status bar, when all rows were tested.
  func showFilterResult() {
    let isComplete = shownRows.isComplete
    let fault = isComplete ? filters.lazy.compactMap(\.fault).first : nil
    if promptKind == .filter, let prompt, !filters.isEmpty {
      if let fault, filters.contains(where: { prompt.field.text == $0.text && $0.fault == fault }) {
        return prompt.show(fault)
      }
      guard !prompt.hasError else { return }
      let count = shownRows.count
      prompt.show(
        "\(count.grouped)\(isComplete ? "" : "+") of \(feed.listModel.numberOfRows.grouped)",
        style: count == 0 && isComplete ? .warning : .statusBar)
    } else if prompt == nil, fault != reportedFault {
      reportedFault = fault
      fault.map { status.show("filter: \($0.message)", style: .warning) }
    }
  }

  // MARK: Sorting

  /// Asks by what the rows are to be sorted; what they are sorted by is there to be changed.
  func askForSort() {
    memberFinder.start()
    let before = sortKeys
    let text = before.map(\.description).joined(separator: ",")
    ask(
      PromptRequest(
        label: "sort by:", text: text, history: .sort,
        complete: { [weak self] in self?.completeMember($0) ?? (0..<0, []) },
        onSubmit: { [weak self] text in self?.sort(by: text) ?? true }))
    prompt?.show("-name for descending, Tab completes")
  }

  /// What can replace the last name in a list of members, behind a comma and a sign.
  func completeMember(_ text: String) -> (range: Range<Int>, candidates: [String]) {
    let start = text.lastIndex { $0 == "," }.map { text.index(after: $0) } ?? text.startIndex
    let word = text[start...].drop { "+- ".contains($0) }
    let range = text.count - word.count..<text.count
    return (range, catalog.typedNames.filter { $0.hasPrefix(word) && $0 != word })
  }

  private func sort(by text: String) -> Bool {
    guard text.contains(where: { !$0.isWhitespace }) else {
      setSortKeys([])
      return true
    }
    do {
      setSortKeys(try sortKeys(parsing: text))
      return true
    } catch let error as FilterSyntaxError {
      prompt?.show(error)
    } catch {
      prompt?.show("\(error)", style: .error)
    }
    return false
  }

  /// Sorts by a column: from the least, from the greatest, and not at all, in turns.
  ///
  /// - Parameters:
  ///   - column: the column.
  ///   - isAdded: whether the other columns are sorted by still, before this one.
  func toggleSort(by column: TableColumn, isAdded: Bool) {
    guard let choice = columnChoices.first(where: { $0.id == column.id }) else { return }
    var keys = sortKeys
    let index = keys.firstIndex { choice.isSorted(by: $0) }
    let old = index.map { keys.remove(at: $0) }
    if !isAdded { keys = [] }
    let place = isAdded ? index ?? keys.count : 0
    switch old?.isDescending {
    case nil: keys.insert(SortKey(choice.sortPath(in: self)), at: place)
    case false?: keys.insert(SortKey(choice.sortPath(in: self), isDescending: true), at: place)
    case true?: break
    }
    setSortKeys(keys)
  }

  // MARK: Chips

  /// Shows filters and order as chips; a filter that is being typed is none yet.
  func updateChips() {
    guard prompt == nil else { return }
    let order = sortKeys.map {
      "\($0.isDescending ? "▼" : "▲") \($0.path.text)\($0.comparesMeasures ? ", by value" : "")"
    }
    let old = chips.isHidden
    chips.texts = filters.map(\.text) + order
    chips.isHidden = chips.texts.isEmpty
    if old != chips.isHidden { setNeedsLayout() }
  }

  /// Asks for a filter or the sort order anew.
  func editChip(_ index: Int) {
    if filters.indices.contains(index) { askForFilter(editing: index) } else { askForSort() }
  }

  func removeChip(_ index: Int) {
    var (filters, keys) = (filters, sortKeys)
    if filters.indices.contains(index) {
      filters.remove(at: index)
    } else if keys.indices.contains(index - filters.count) {
      keys.remove(at: index - filters.count)
    }
    setQuery(RowQuery(filters: filters, sortKeys: keys))
  }
}

extension ColumnChoice {
  /// Whether a key sorts by this column.
  func isSorted(by key: SortKey) -> Bool { names(key.path.text) }

  /// The column as it is typed in a sort order or a filter.
  var typedName: String { memberPath.text }

  /// The member to sort by; its name where that says the same as the way to it.
  @MainActor fileprivate func sortPath(in page: FeedPage) -> MemberPath {
    page.catalog.hasMember(typedName) ? MemberPath(typedName) : memberPath
  }
}
