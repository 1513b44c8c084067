import MocoaCore
import MocoaFeed
import MocoaTUI

/// A page of the ways in which a source can be read, each with its first rows.
@MainActor
final class ReadingsPage: StatusPage {
  /// Called with the way that the user chooses.
  var onChoose: ((FeedExplanation.Reading) -> Void)?

  /// Returns whether the source can be read again now.
  var canChoose: () -> Bool = { true } {
    didSet { if !canChoose() { status.hint = "\(Self.refusal)  Esc back" } }
  }

  private static let refusal = "a source that is still being read needs the option from its start"

  private let name: String
  private let list: ListViewModel
  private let table = TableView()
  private let registry = ModuleRegistry()

  /// Creates a page of the readings of an explanation; the first is the present one.
  init(_ explanation: FeedExplanation) {
    name = explanation.name
    let readings = [explanation.chosen] + explanation.others
    let module = registry["mocoa://readings/"]
    module.section.cell.register(ReadingCell.self)
    list = ListViewModel(
      model: RowSection(
        readings.enumerated().map {
          ReadingChoice($1, isCurrent: $0 == 0, isWhole: explanation.isWhole)
        }),
      module: module)
    super.init()
    addSubview(table)
    table.show(list)
    table.observeSelection(owner: self) { page, path in
      if path.item > 0, !page.canChoose() {
        return page.status.show(Self.refusal, style: .warning)
      }
      page.stack?.pop()
      if path.item > 0 { page.onChoose?(readings[path.item]) }
    }.store(in: &subscriptions)
    status.title = name
    status.position =
      readings.count == 1 ? "one way to read it" : "\(readings.count) ways to read it"
    status.hint = "Enter reads it so  Esc back"
  }

  override var title: String { name }

  override var preferredFocus: View? { table }

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

  init(_ reading: FeedExplanation.Reading, isCurrent: Bool, isWhole: Bool) {
    let count = reading.rowCount.counted("row")
    title = "\(reading.format.rawValue), \(count)\(isWhole ? "" : " in the first bytes")"
    options = isCurrent ? "as now" : reading.options
    remarks = reading.evidence + reading.notes + [reading.error].compactMap { $0?.description }
    rows = reading.firstRows
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
