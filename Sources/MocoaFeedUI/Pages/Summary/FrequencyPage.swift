import MocoaFeed
import MocoaTUI
import Synchronization

/// The values of columns with their counts, shares and bars, counted while they are shown; Enter
/// filters the page behind by the value of the row, or those of the marked rows.
///
/// The groups are a feed, so they can be searched, filtered, sorted and copied as any other.
@MainActor
final class FrequencyPage: FeedPage {
  private let columns: [ColumnChoice]
  private weak var origin: FeedPage?
  private let groups = FeedGroups()
  private let lines: SharedLines
  /// Modules do not keep the registry that they are in.
  private let registry = ModuleRegistry()
  private var encoding: Task<Void, Never>?

  /// Makes a page, and begins to count.
  ///
  /// - Parameters:
  ///   - columns: the columns whose values are counted together.
  ///   - page: the page whose rows are counted, those that pass its filters.
  /// - Throws: A `FeedError` where the counts cannot be opened as a feed.
  init(of columns: [ColumnChoice], in page: FeedPage) throws {
    self.columns = columns
    origin = page
    let titles = columns.map(\.column.title)
    let lines = SharedLines()
    self.lines = lines
    var options = FeedOptions()
    options.format = .lines
    if columns.count == 1 { options.identityKey = JSONPointer(tokens: [titles[0]]).description }
    let name = titles.joined(separator: ", ")
    let feed = try Feed(
      FeedOrigin(name: name) { MemorySource(lines.bytes, name: name) }, options: options)
    let members = zip(columns, titles).map { choice, title in
      TemplateColumn(choice.column, id: JSONPointer(tokens: [title]).description, title: title)
    }
    let templates = members + Self.figures(besides: titles)
    let module = registry["mocoa://frequency/"]
    let texts = templates.compactMap { column in column.template.map { (column.column.id, $0) } }
    module.section.cell.register(
      CellRules([.init(.columns(Dictionary(texts) { first, _ in first }))]))
    module.registerPlainJSON()
    super.init(feed: feed, module: module)
    columnTemplates = templates
    reportsChanges = false
    status.hint = "Enter keeps the rows of the value  Space marks  Esc back"
    onSelect = { [weak self] _ in self?.drillDown() }
    groups.onChange = { [weak self] in self?.groupsDidChange() }
    count()
  }

  isolated deinit {
    groups.cancel()
    encoding?.cancel()
  }

  override var title: String { "values of \(feed.name)" }

  private func count() {
    guard let origin else { return }
    let keys = columns.map { OutputColumn(title: $0.column.title, path: $0.memberPath) }
    groups.run(RowGroups(by: keys, []), over: origin.feed.listModel, filters: origin.filters)
  }

  /// The count, the share and the bar; named apart from members of the same names.
  private static func figures(besides titles: [String]) -> [TemplateColumn] {
    let (count, share) = GroupListModel.figureTitles(besides: titles)
    let number = TableColumn(id: "/\(count)", title: count, alignment: .trailing, style: .number)
    return [
      TemplateColumn(number),
      TemplateColumn(
        TableColumn(id: "share", title: share, alignment: .trailing, style: .number),
        template: try? RowTemplate(parsing: "{\(share)|percent(1)}")),
      TemplateColumn(
        TableColumn(id: "bar", title: "", width: .fixed(20), style: .secondary),
        template: try? RowTemplate(parsing: "{\(share)|bar:20}")),
    ]
  }

  /// Turns the groups into rows beside the interface, the latest ones only.
  private func groupsDidChange() {
    let (model, status) = (groups.listModel, groups.status)
    encoding?.cancel()
    encoding = Task { [weak self, lines] in
      await Self.encode(model, into: lines)
      guard !Task.isCancelled, let self else { return }
      feed.reload()
      let count = model.groups.rowCount
      let rows = "\(count.grouped) \(count == 1 ? "row" : "rows")"
      showMessage(
        status.error.map { "\($0.reason)" }
          ?? (status.isRunning ? "counting, \(rows) so far" : "\(rows) counted"))
    }
  }

  @concurrent private static func encode(_ model: GroupListModel, into lines: SharedLines) async {
    var bytes: [UInt8] = []
    for index in 0..<model.numberOfItems where !Task.isCancelled {
      bytes += model.json(at: index)
      bytes.append(0x0A)
    }
    if !Task.isCancelled { lines.set(bytes) }
  }

  /// Filters the page behind by the values of the marked rows, or the current one, and goes back.
  private func drillDown() {
    guard let origin else { return }
    var alternatives: [String] = []
    for row in targetRows {
      let parts = columns.compactMap { choice in
        choice.memberPath.filterText(
          of: MemberPath(keys: [choice.column.title]).value(in: row.json))
      }
      guard parts.count == columns.count else {
        return status.show("arrays and objects cannot be compared", style: .warning)
      }
      alternatives.append(parts.joined(separator: " && "))
    }
    stack?.pop()
    origin.rememberView()
    origin.addFilter(
      alternatives.count == 1
        ? alternatives[0] : alternatives.map { "(\($0))" }.joined(separator: " || "))
  }

  override var keyMap: KeyMap {
    super.keyMap.appending(KeyMap(unchecked: [.init(.back, ["q"], help: "Back to the list")]))
  }

  override func perform(_ action: Action) -> Bool {
    if action == .reload {
      count()
      return true
    }
    if super.perform(action) { return true }
    guard action == .back else { return false }
    stack?.pop()
    return true
  }
}

/// The lines of a feed that is made in memory.
private final class SharedLines: Sendable {
  private let storage = Mutex<[UInt8]>([])

  var bytes: [UInt8] { storage.withLock { $0 } }

  func set(_ bytes: [UInt8]) { storage.withLock { $0 = bytes } }
}
