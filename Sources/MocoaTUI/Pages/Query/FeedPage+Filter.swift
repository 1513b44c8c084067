import MocoaCore
import MocoaFeed

extension Action {
  public static let filter: Action = "filter"
  public static let removeFilter: Action = "remove-filter"
}

extension FeedPage {
  /// Asks for a filter, and shows what stays while it is typed.
  func askForFilter() {
    let before = filters
    ask(
      PromptRequest(
        label: "filter:", history: .filter,
        onChange: { [weak self] text in self?.tryFilter(text, after: before) },
        onSubmit: { [weak self] text in self?.submitFilter(text, after: before) ?? true },
        onCancel: { [weak self] in self?.setFilters(before) }))
  }

  /// Lets only rows stay that all filters let stay; none shows all.
  public func setFilters(_ filters: [RowFilter]) {
    guard filters.map(\.text) != self.filters.map(\.text) else { return }
    let number = cursorRowNumber
    self.filters = filters
    scan?.cancel()
    scan = nil
    guard !filters.isEmpty else {
      list.model = feed.listModel
      showRow(number)
      return updateStatus()
    }
    let scan = RowScan(filters: filters)
    self.scan = scan
    isFirstResult = true
    scan.onProgress = { [weak self] known in self?.showFound(after: known, cursor: number) }
    scan.scan(feed.listModel)
    updateStatus()
  }

  /// Takes the last filter away.
  func removeLastFilter() -> Bool {
    guard !filters.isEmpty else { return false }
    setFilters(Array(filters.dropLast()))
    return true
  }

  private func parseFilter(_ text: String) -> Result<RowFilter, FilterSyntaxError> {
    Result { () throws(FilterSyntaxError) in
      try RowFilter(
        parsing: text,
        isMember: { [columnChoices] name in
          columnChoices.isEmpty || columnChoices.contains { $0.names(name) }
        })
    }
  }

  private func tryFilter(_ text: String, after before: [RowFilter]) {
    let trimmed = text.drop { $0 == " " }
    guard !trimmed.isEmpty else {
      prompt?.show("")
      return setFilters(before)
    }
    switch parseFilter(text) {
    case .success(let filter):
      prompt?.show("")
      setFilters(before + [filter])
    // The old result stays until the text makes sense.
    case .failure(let error): prompt?.show("\(error)", style: .error)
    }
  }

  private func submitFilter(_ text: String, after before: [RowFilter]) -> Bool {
    tryFilter(text, after: before)
    if case .failure = parseFilter(text), !text.isEmpty { return false }
    return true
  }

  /// Shows what was found so far; the cursor keeps to its row, or comes to the next one that stays.
  private func showFound(after known: Int, cursor number: Int?) {
    guard let scan else { return }
    let rows = FilteredRows(feed: feed.listModel, numbers: scan.numbers)
    // The old rows stay in sight until there are new ones.
    let isWorthShowing = !rows.numbers.isEmpty || !scan.isRunning
    if isFirstResult {
      guard isWorthShowing else { return updateStatus() }
      isFirstResult = false
      list.model = rows
      showRow(number)
    } else if rows.numbers.count > known {
      list.didAppendItems(toSection: 0, in: rows)
    }
    updateStatus()
  }
}
