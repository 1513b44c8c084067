import MocoaCore
import MocoaFeed
import MocoaTUI

extension Action {
  static let editFilter: Action = "edit-filter"
  static let filterHelp: Action = "filter-help"
  static let removeFilter: Action = "remove-filter"
  static let sort: Action = "sort"
}

/// The number of rows on a page, and whether it is final.
struct ShownRows: Hashable, Sendable {
  /// The number of rows.
  var count: Int

  /// A Boolean value that indicates whether the feed has been read and the query has finished.
  var isComplete: Bool
}

extension FeedPage {
  /// The number of rows that match the filters so far.
  var shownRows: ShownRows {
    let isComplete = !feed.status.isLoading && !source.isRunning && updateTask == nil
    return ShownRows(count: list.numberOfItemsInAllSections, isComplete: isComplete)
  }

  /// Blocks until the filters have been tested on all rows found so far, and shows the result.
  func waitForQuery() { source.wait() }

  /// Shows only rows that match all filters; an empty array clears the filter.
  ///
  /// Names in them are resolved in the first rows, or among the titles of columns, as soon as there
  /// are any. The displayed rows remain until the first matching ones have been found.
  package func setFilters(_ filters: [RowFilter]) {
    var distinct: [RowFilter] = []
    for filter in filters {
      let filter = columns.sample.isEmpty ? filter : filter.resolved(by: catalog.meaning)
      if !distinct.contains(filter) { distinct.append(filter) }
    }
    setQuery(RowQuery(filters: distinct, sortKeys: sortKeys))
  }

  /// Sorts the rows in the background; without keys they are in the order of the feed.
  package func setSortKeys(_ keys: [SortKey]) {
    setQuery(RowQuery(filters: filters, sortKeys: keys))
  }

  private func setQuery(_ query: RowQuery) {
    let keys = query.sortKeys.map { $0.fitted(to: columns.sample) }
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

  /// Prompts for a filter, and shows the matching rows and their number while it is typed.
  ///
  /// - Parameter index: The filter to edit; nil for a new one.
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
            of: text, names: catalog.filterNames, lookup: catalog.meaning, rows: columns.sample)
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

  /// Shows the filter language on a page; a filter that is being typed remains.
  func showFilterHelp() {
    let lines = FilterReference.text.split(separator: "\n", omittingEmptySubsequences: false)
    stack?.push(PagerPage(name: "filters", lines: lines.map { Line(String($0)) }))
  }

  /// Removes the last filter.
  func removeLastFilter() -> Bool {
    guard !filters.isEmpty else { return false }
    setFilters(Array(filters.dropLast()))
    return true
  }

  /// Shows the result of a filter; the previous result remains until the text is valid.
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
      showFilterResult()
      return true
    } catch {
      prompt?.show(error)
      return false
    }
  }

  /// Shows the number of matches, and reports unknown members when all rows were tested.
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
      // Restored filters whose members are missing, such as those of --join, do not hide all rows.
      if let fault,
        let lost = filters.first(where: {
          $0.fault == fault && restoredFilters.remove($0.text) != nil
        })
      {
        setFilters(filters.filter { $0 != lost })
        return status.show(
          "saved filter left out: \(lost.text): \(fault.message)", style: .warning,
          for: .seconds(20))
      }
      fault.map { status.show("filter: \($0.message)", style: .warning) }
    }
  }

  // MARK: Sorting

  /// Prompts for a sort order, or to edit the current one.
  func askForSort(isEdited: Bool = false) {
    memberFinder.start()
    let order = sortKeys.map(\.description).joined(separator: ",")
    let text = isEdited ? order : ""
    ask(
      PromptRequest(
        label: "sort by:", text: text, history: .sort,
        complete: { [weak self] in self?.completeMember($0) ?? (0..<0, []) },
        onSubmit: { [weak self] text in self?.sort(by: text) ?? true }))
    let rest = order.isEmpty || isEdited ? "" : "; now by \(order), Enter alone clears it"
    prompt?.show("-name for descending, Tab completes\(rest)")
  }

  /// Completes the last name in a list of members, after a comma and a sign.
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

  /// Sorts by a column: ascending, descending, and not at all, in turns.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - isAdded: A Boolean value that indicates whether the other columns remain, before this one.
  func toggleSort(by column: TableColumn, isAdded: Bool) {
    guard let choice = columns.choices.first(where: { $0.id == column.id }) else { return }
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

  /// Shows filters and sort order as chips, except a filter that is being typed.
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

  /// Prompts to edit a filter or the sort order.
  func editChip(_ index: Int) {
    if filters.indices.contains(index) {
      askForFilter(editing: index)
    } else {
      askForSort(isEdited: true)
    }
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
  /// Returns whether a key sorts by this column.
  func isSorted(by key: SortKey) -> Bool { names(key.path.text) }

  /// The column as it is typed in a sort order or a filter.
  var typedName: String { memberPath.text }

  /// Returns the member to sort by; its name if that is equivalent to its path.
  @MainActor fileprivate func sortPath(in page: FeedPage) -> MemberPath {
    page.catalog.hasMember(typedName) ? MemberPath(typedName) : memberPath
  }
}
