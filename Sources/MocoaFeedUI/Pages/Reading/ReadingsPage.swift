import MocoaCore
import MocoaFeed
import MocoaTUI

/// A page of the ways in which a source can be read, each with its first rows, and of the notes on
/// the present one.
@MainActor
final class ReadingsPage: StatusPage {
  /// Called with the way that the user chooses.
  var onChoose: ((FeedExplanation.Reading) -> Void)?

  /// Returns whether the source can be read again now.
  var canChoose: () -> Bool = { true }

  private static let refusal = "a source that is still being read needs the option from its start"

  private let name: String
  private let table = TableView()
  private let registry = ModuleRegistry()

  /// The keys for the readings that were pressed before these are displayed.
  private var earlyKeys: [Key] = []

  /// Creates a page on which the readings will be displayed.
  init(_ name: String) {
    self.name = name
    super.init()
    status.title = name
    status.activity = "looking for ways to read it"
    status.hint = "Esc back"
  }

  /// Shows the readings of an explanation; the first is the present one, on which there are notes.
  func show(_ explanation: FeedExplanation, notes: [String]) {
    let own = Self.notes(notes, of: explanation.name)
    let readings = [explanation.chosen] + explanation.others
    let choices = readings.enumerated().map {
      ReadingChoice(
        $1, isCurrent: $0 == 0, isWhole: explanation.isWhole, notes: $0 == 0 ? own : [])
    }
    status.title = explanation.name
    show(choices, readings)
  }

  /// Shows the notes on rows that can be read in one way only.
  func show(rowCount: Int, notes: [String]) {
    let own = Self.notes(notes, of: name)
    show([ReadingChoice(title: rowCount.counted("row"), notes: own)], [])
  }

  /// Returns to the page below, unless the user has done so.
  func leave() {
    if let stack, stack.top === self { stack.pop() }
  }

  /// Returns notes without the name of a source.
  private static func notes(_ notes: [String], of name: String) -> [String] {
    let prefix = name + ": "
    return notes.map { String($0.trimmingPrefix(prefix)) }
  }

  /// Shows choices, each with its reading; without them there is nothing to choose.
  private func show(_ choices: [ReadingChoice], _ readings: [FeedExplanation.Reading]) {
    let module = registry["mocoa://readings/"]
    module.section.cell.register(ReadingCell.self)
    addSubview(table)
    table.show(ListViewModel(model: RowSection(choices), module: module))
    table.observeSelection(owner: self) { page, path in
      if path.item > 0, !page.canChoose() {
        return page.status.show(Self.refusal, style: .warning)
      }
      page.stack?.pop()
      if path.item > 0 { page.onChoose?(readings[path.item]) }
    }.store(in: &subscriptions)
    status.activity = ""
    status.position =
      choices.count == 1 ? "one way to read it" : "\(choices.count) ways to read it"
    status.hint = "\(canChoose() ? "Enter reads it so" : Self.refusal)  Esc back"
    layoutIfNeeded()
    takeEarlyKeys()
  }

  /// Dispatches the keys that were pressed before there were readings.
  private func takeEarlyKeys() {
    guard let application else { return }
    application.focus(table)
    let keys = application.topOverlay == nil ? earlyKeys : []
    earlyKeys = []
    for key in keys { application.dispatch(.key(key)) }
  }

  /// Keeps the keys of the list until there is one.
  override func handle(_ event: InputEvent) -> Bool {
    guard table.superview == nil, case .key(let key) = event,
      keyMap.bindings(of: key).isEmpty, !table.keyMap.bindings(of: key).isEmpty
    else { return super.handle(event) }
    earlyKeys.append(key)
    return true
  }

  override var title: String { name }

  override var preferredFocus: View? { table.superview == nil ? nil : table }

  /// The keys of the page in addition to the list's.
  static let defaultKeyMap = KeyMap(
    for: ReadingsPage.self, title: "Ways to read a source", [.back([.escape, "q"])])

  override var keyMap: KeyMap { Self.defaultKeyMap }
}

/// A way to read a source, as lines of text.
struct ReadingChoice: Equatable, Sendable {
  /// The format, the number of rows, and the options.
  let title: String
  let options: String

  /// What it is concluded from, and what is left out.
  let remarks: [String]

  /// The first rows, as JSON.
  let rows: [String]

  /// The maximum number of notes.
  private static let noteLimit = 20

  init(title: String, notes: [String]) {
    (self.title, options, rows) = (title, "as now", [])
    remarks = Self.listed(notes)
  }

  init(_ reading: FeedExplanation.Reading, isCurrent: Bool, isWhole: Bool, notes: [String]) {
    let count = reading.rowCount.counted("row")
    title = "\(reading.format.rawValue), \(count)\(isWhole ? "" : " in the first bytes")"
    options = isCurrent ? "as now" : reading.options
    let others = notes.filter { !reading.notes.contains($0) }
    remarks =
      reading.evidence + reading.notes + Self.listed(others)
      + [reading.error].compactMap { $0?.description }
    rows = reading.firstRows
  }

  /// Returns the first notes, and how many others there are.
  private static func listed(_ notes: [String]) -> [String] {
    let rest = notes.count - noteLimit
    return Array(notes.prefix(noteLimit)) + (rest > 0 ? ["\(rest) more"] : [])
  }
}

/// The view model of a way to read a source.
final class ReadingCellViewModel: CellViewModel<ReadingChoice> {}

/// A cell with a way to read a source: its title, what it is concluded from, and the first rows.
final class ReadingCell: TableViewCell<ReadingCellViewModel> {
  override class func height(of viewModel: ReadingCellViewModel, columns: Int) -> Int {
    2 + viewModel.model.remarks.count + viewModel.model.rows.count
  }

  override func draw(in canvas: inout Canvas) {
    let model = viewModel.model
    canvas.write(model.title, style: .title)
    canvas.write(model.options, style: .secondary, alignment: .trailing)
    var row = 1
    for (lines, style) in [(model.remarks, StyleName.secondary), (model.rows, .body)] {
      for line in lines {
        canvas.draw(line, at: Point(column: 2, row: row), style: style)
        row += 1
      }
    }
  }
}
