import MocoaCore
import MocoaTUI

extension Action {
  public static let toggleColumn: Action = "toggle-column"
  public static let moveColumnUp: Action = "move-column-up"
  public static let moveColumnDown: Action = "move-column-down"
  public static let pinColumn: Action = "pin-column"
  public static let widenColumn: Action = "widen-column"
  public static let narrowColumn: Action = "narrow-column"
}

/// A column that can be shown, as the page of columns lists it.
public struct ColumnChoice: Hashable, Sendable, Identifiable {
  /// The column.
  public var column: TableColumn
  /// How wide its content is, in character columns.
  public var contentWidth: Int
  /// Whether it is shown.
  public var isShown = true

  /// The column's own identity.
  public var id: String { column.id }
}

/// The columns of a table, to be shown, hidden, moved, pinned and made wider; what is done is seen
/// when the page is left.
@MainActor
public final class ColumnsPage: Page {
  /// Called with the columns whenever something was changed.
  public var onChange: (([ColumnChoice]) -> Void)?

  /// Called when a column is to be summed up.
  var onSummary: ((ColumnChoice) -> Void)?

  private var choices: [ColumnChoice]
  private let list: ListViewModel
  private let table = TableView()
  private let status = StatusBar()
  private let registry = ModuleRegistry()

  /// Makes a page of columns, in their order.
  public init(_ choices: [ColumnChoice]) {
    self.choices = choices
    let module = registry["mocoa://columns/"]
    module.section.cell.register(ColumnCell.self)
    list = ListViewModel(model: RowList(choices), module: module)
    super.init()
    addSubview(table)
    addSubview(status)
    table.show(list)
    table.onSelect = { [weak self] _ in self?.change { $0.isShown.toggle() } }
    status.title = "Columns"
    status.hint = "Space shows or hides  J K moves  p pins  < > width  S sums up  Esc done"
  }

  public override var title: String { "Columns" }

  public override var preferredFocus: View? { table }

  public override func showMessage(_ text: String) { status.show(text) }

  public override func layoutSubviews() {
    (status.frame, table.frame) = bounds.split(bounds.rows > 1 ? 1 : 0, from: .bottom)
  }

  /// The keys of the page besides the list's.
  public static let defaultKeyMap = KeyMap(
    unchecked: [
      .init(.toggleColumn, [" "], help: "Show or hide the column"),
      .init(.moveColumnDown, ["J"], help: "Move the column right"),
      .init(.moveColumnUp, ["K"], help: "Move the column left"),
      .init(.pinColumn, ["p"], help: "Freeze or unfreeze the column"),
      .init(.widenColumn, [">"], help: "Widen the column"),
      .init(.narrowColumn, ["<"], help: "Narrow the column"),
      .init(.summary, ["S"], help: "Summarize the column"),
      .init(.back, [.escape, "q"], help: "Back to the list"),
    ], title: "Columns")

  public override var keyMap: KeyMap { Self.defaultKeyMap }

  public override func perform(_ action: Action) -> Bool {
    switch action {
    case .toggleColumn: change { $0.isShown.toggle() }
    case .pinColumn: change { $0.column.isPinned.toggle() }
    case .widenColumn: change { $0.resize(by: 2) }
    case .narrowColumn: change { $0.resize(by: -2) }
    case .moveColumnDown: move(by: 1)
    case .moveColumnUp: move(by: -1)
    case .summary: table.state.cursor.map { onSummary?(choices[$0.item]) }
    case .back: stack?.pop()
    default: return false
    }
    return true
  }

  private func change(_ body: (inout ColumnChoice) -> Void) {
    guard let cursor = table.state.cursor else { return }
    body(&choices[cursor.item])
    update()
  }

  private func move(by step: Int) {
    guard let cursor = table.state.cursor, choices.indices.contains(cursor.item + step) else {
      return
    }
    choices.swapAt(cursor.item, cursor.item + step)
    update()
  }

  private func update() {
    list.performBatchUpdates { list.model = RowList(choices) }
    onChange?(choices)
  }
}

extension ColumnChoice {
  /// Fixes the width at what it is on the screen, or else what the content needs, and so many
  /// character columns more.
  mutating func resize(by columns: Int, from shownWidth: Int? = nil) {
    var width = shownWidth ?? contentWidth
    if case .fixed(let fixed) = column.width { width = fixed }
    column.width = .fixed(max(2, width + columns))
  }
}

/// The view model of a column that can be shown.
final class ColumnCellViewModel: TableCellViewModel<ColumnChoice> {
  var mark: String { model.isShown ? "[x]" : "[ ]" }

  var remarks: String {
    var remarks: [String] = []
    if model.column.isPinned { remarks.append("pinned") }
    if case .fixed(let width) = model.column.width { remarks.append("width \(width)") }
    return remarks.joined(separator: ", ")
  }
}

final class ColumnCell: TableViewCell<ColumnCellViewModel> {
  override func draw(in canvas: inout Canvas) {
    canvas.write(viewModel.mark, style: .secondary)
    canvas.write(viewModel.model.column.title, style: viewModel.model.isShown ? .title : .secondary)
    canvas.write(viewModel.remarks, style: .tertiary, alignment: .trailing)
  }
}
