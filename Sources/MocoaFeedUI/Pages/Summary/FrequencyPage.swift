import MocoaFeed
import MocoaTUI

/// The values of columns with counts, shares and bars; Enter filters the other page by them.
@MainActor
final class FrequencyPage: ComputedPage {
  private let keyColumns: [FeedColumn]
  private var aggregates: [Aggregate] = []
  private let groups = FeedGroups()
  private var encoding: Task<Void, Never>?
  /// The groups of all rows, until the list displays them.
  private var counted: GroupListModel?
  /// A Boolean value that indicates whether a whole result is displayed, which remains until all
  /// rows are counted again.
  private var isWhole = false
  /// Different values that are displayed as the same text; nil if there are none.
  private var similarValues: String?

  /// Creates a page, and begins counting the combinations of values of columns in matching rows.
  ///
  /// - Throws: A `FeedError` if the counts cannot be opened as a feed.
  init(of columns: [FeedColumn], in page: any FeedContext) throws {
    keyColumns = columns
    let titles = columns.map(\.column.title)
    let members = zip(columns, titles).map { choice, title in
      FeedColumn(choice.column, id: JSONPointer(tokens: [title]).description, title: title)
    }
    try super.init(
      name: titles.joined(separator: ", "), columns: members + Self.figures(besides: titles),
      identityKey: columns.count == 1 ? JSONPointer(tokens: [titles[0]]).description : nil,
      of: page)
    status.hint = "Enter keeps the rows of the value  Space marks  a adds a mean, sum, …  Esc back"
    observeSelection(owner: self) { page, _, _ in page.drillDown() }.store(in: &subscriptions)
    groups.onChange = { [weak self] in self?.groupsDidChange() }
    onShownRowsChange = { [weak self] in self?.shownRowsDidChange($0) }
    start()
  }

  isolated deinit {
    groups.cancel()
    encoding?.cancel()
  }

  override var title: String { "values of \(feed.name)" }

  override func start() {
    super.start()
    guard let input else { return }
    statusBar.pendingRows = "counting"
    let keys = keyColumns.map { OutputColumn(title: $0.column.title, path: $0.memberPath) }
    groups.run(RowGroups(by: keys, aggregates), over: input.model, filters: input.filters)
  }

  override var leftOutRows: RowTally { groups.result.groups.brokenRows }

  override var resultFaults: [String] {
    groups.result.groups.faults + [statusBar.pendingRows].compactMap(\.self)
  }

  override var originFaults: ResultFaults {
    var faults = super.originFaults
    if let model = input?.model {
      faults.add(repaired: groups.result.groups.repairedRows, of: model) { model.row($0).repair }
    }
    return faults
  }

  // MARK: Aggregates

  static let aggregateKeyMap = KeyMap(
    for: FrequencyPage.self, title: "Values",
    [
      .init("add-aggregate", ["a"], help: "Add the mean, sum, … of another member") {
        $0.askForAggregate()
      }
    ])

  override var keyMap: KeyMap { Self.aggregateKeyMap.appending(super.keyMap) }

  private static let functions = Aggregate.Function.ofMembers + [.trend]

  private func askForAggregate() {
    let names = Self.functions.map(\.name)
    ask(
      PromptRequest(
        label: "add:", history: .aggregate,
        complete: { [weak self] text in
          let members = self?.origin?.catalog.typedNames ?? []
          let all = names.flatMap { name in members.map { "\(name)(\($0))" } }
          return (0..<text.count, all.filter { $0.hasPrefix(text) && $0 != text })
        },
        onSubmit: { [weak self] in self?.addAggregate($0) ?? true }))
    prompt?.show("mean(member); also \(names.joined(separator: ", "))")
  }

  private func addAggregate(_ text: String) -> Bool {
    let word = text.prefix { $0 != "(" && $0 != " " }
    let named = Self.functions.first { $0.name == word }
    guard let origin, let function = named ?? Aggregate.Function(named: String(word)),
      function != .count
    else {
      return decline(
        "expected a function and a member, such as mean(price); C in the list adds calculated ones")
    }
    let name = text[word.endIndex...].drop { "( ".contains($0) }.prefix { $0 != ")" }
    guard text[name.endIndex...].allSatisfy({ ") ".contains($0) }) else {
      return decline("one function at a time, such as mean(price)")
    }
    do throws(UnknownColumnError) {
      let aggregate = Aggregate(function, of: try origin.catalog.memberPath(named: String(name)))
      closePrompt()
      guard !aggregates.contains(aggregate) else { return true }
      aggregates.append(aggregate)
      let id = JSONPointer(tokens: [aggregate.title]).description
      let column = TableColumn(
        id: id, title: aggregate.title, alignment: .standard(ofNumbers: function != .trend),
        style: .number)
      // The bar stays next to the end.
      let place = columnController.templates.count - 1
      columnController.templates.insert(FeedColumn(column), at: place)
      start()
      return true
    } catch {
      return decline("\(error)")
    }
  }

  /// Returns the columns of count, share and bar, with names that differ from members.
  private static func figures(besides titles: [String]) -> [FeedColumn] {
    let (count, share) = GroupListModel.figureTitles(besides: titles)
    func number(_ id: String, _ title: String) -> TableColumn {
      TableColumn(id: id, title: title, alignment: .standard(ofNumbers: true), style: .number)
    }
    return [
      FeedColumn(number("/\(count)", count)),
      FeedColumn(
        number("share", share),
        template: try? RowTemplate(parsing: "{\(share)|percent(1)}")),
      FeedColumn(
        TableColumn(id: "bar", title: "", width: .fixed(20), style: .secondary),
        template: try? RowTemplate(parsing: "{\(share)|bar:20}")),
    ]
  }

  /// The number of values from which ranges are suggested.
  private static let hintLimit = 200

  /// Converts the groups into rows off the main actor; only the latest ones.
  private func groupsDidChange() {
    let (model, status) = (groups.result, groups.status)
    encoding?.cancel()
    let isComplete = !status.isRunning && status.error == nil
    let isShown = !isWhole || !status.isRunning
    // The groups so far are not encoded as often as rows are counted.
    statusBar.pendingRows =
      status.error.map { "\($0.reason)" }
      ?? (status.fraction < 1
        ? "counting, \(Bar.percentage(status.fraction)) so far" : "counted; ordering the values")
    encoding = Task { [weak self] in
      let bytes = isShown ? await Self.encode(model) : nil
      let similar = isComplete ? await Self.similarValues(in: model) : nil
      guard !Task.isCancelled, let self else { return }
      similarValues = similar
      counted = isComplete ? model : nil
      if let bytes { showRows(bytes) }
    }
  }

  /// Reports that all rows are counted when the list displays the result.
  private func shownRowsDidChange(_ shown: ShownRows) {
    guard let model = counted, shown.isComplete,
      feed.listModel.numberOfRows == model.numberOfItems
    else { return }
    (counted, isWhole) = (nil, true)
    statusBar.pendingRows = nil
    if isRepeated { return }
    let values = model.numberOfItems
    let groups = model.groups
    let faults =
      groups.faults + groups.notes + omissions
      + (similarValues.map { ["different values look alike in \($0)"] } ?? [])
    let result = "\(groups.rowCount.counted("row")) counted, \(values.counted("value"))"
    let advice =
      values > Self.hintLimit
      ? "T in the list counts times and numbers in ranges" : "a adds means, trends, …"
    showMessage(([result] + (faults.isEmpty ? [advice] : faults)).joined(separator: "; "))
  }

  @concurrent private static func encode(_ model: GroupListModel) async -> [UInt8] {
    var bytes: [UInt8] = []
    for index in 0..<model.numberOfItems where !Task.isCancelled {
      bytes += model.json(at: index)
      bytes.append(0x0A)
    }
    return bytes
  }

  @concurrent private static func similarValues(in model: GroupListModel) async -> String? {
    model.similarGroups
  }

  /// Filters the other page by the values of the marked or current rows, and returns to it.
  private func drillDown() {
    var alternatives: [String] = []
    for row in targetRows {
      let parts = keyColumns.compactMap { choice in
        condition(
          on: choice.memberPath, MemberPath(keys: [choice.column.title]).value(in: row.json))
      }
      guard parts.count == keyColumns.count else {
        return status.show("arrays and objects cannot be compared", style: .warning)
      }
      alternatives.append(parts.joined(separator: " && "))
    }
    filterOrigin(by: alternatives)
  }

  /// Returns a filter for the rows with a value, and with its type where values look alike, as a
  /// number equals a text with it; nil for arrays and objects.
  private func condition(on path: MemberPath, _ value: JSONBytes?) -> String? {
    guard let text = path.filterText(of: value) else { return nil }
    // Other spellings of a level are other values here.
    if path.hasLevel, value?.kind == .string {
      return "text(\(path.filterText))\(text.dropFirst(path.filterText.count))"
    }
    // Values may look alike in other columns than that of the example, too.
    guard similarValues != nil else { return text }
    let type: String
    switch value?.kind {
    case .string: type = "text"
    case .number: type = "number"
    case .bool: type = "boolean"
    case .null, .object, .array, nil: return text
    }
    return "\(text) && type(\(path.filterText)) == \"\(type)\""
  }
}
