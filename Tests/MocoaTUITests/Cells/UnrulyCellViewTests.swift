import MocoaCore
import MocoaTUI
import MocoaTestSupport
import Testing

/// Cells of tables whose view is notified of something, and changes the list.
@Suite struct UnrulyCellViewTests {
  @Test(
    arguments: ["bind", "display", "end", "highlight", "draw", "select", "deselect", "edit"])
  func whateverACellDoesTheScreenHasTheRows(_ event: String) async {
    await #expect(processExitsWith: .success) { [event] in
      for seed in 0..<100 as Range<UInt64> {
        try await MainActor.run {
          let run = try UnrulyTableRun(seed: seed, event: event)
          for _ in 0..<6 {
            run.act()
            guard run.showsRows else {
              Issue.record("seed \(seed), after \(run.log):\n\(run.screen.picture)\n\(run.rows)")
              return
            }
          }
        }
      }
    }
  }
}

private struct UnrulyRow: Identifiable, Equatable {
  let id: Int
  var text: String
  weak let run: UnrulyTableRun?

  static func == (one: Self, other: Self) -> Bool { one.id == other.id && one.text == other.text }
}

private final class UnrulyRowViewModel: CellViewModel<UnrulyRow> {}

private final class UnrulyTableCell: TableViewCell<UnrulyRowViewModel> {
  private func act(_ event: String) {
    guard boundViewModel != nil else { return }
    viewModel.model.run?.onEvent(event)
  }

  override func viewModelDidChange() { act("bind") }
  override func willDisplay() { act("display") }
  override func didEndDisplaying() { act("end") }
  override func didSelect() { act("select") }
  override func didDeselect() { act("deselect") }
  override func didHighlight(_ isHighlighted: Bool) { act("highlight") }
  override func handleEdit(
    _ key: EmissionKey<CellEdit>, completion: CellEdit.Completion
  ) -> Bool {
    act("edit")
    completion.finish(true)
    return true
  }
  override func draw(in canvas: inout Canvas) {
    canvas.write(viewModel.model.text)
    act("draw")
  }
}

/// A table whose cells change its list.
@MainActor private final class UnrulyTableRun {
  let screen: ScreenDriver
  let list: ItemListViewModel<UnrulyRow>
  private(set) var log: [String] = []
  var onEvent: (String) -> Void = { _ in }
  private var generator: SeededGenerator
  private var nextID = 0
  private var budget = 0

  init(seed: UInt64, event: String) throws {
    generator = SeededGenerator(seed: seed)
    screen = try ScreenDriver(columns: 8, rows: 5)
    list = ItemListViewModel([], cell: UnrulyTableCell.self)
    list.items = (0..<8).map { _ in makeRow() }
    screen.show(TablePage(title: "", list: list))
    onEvent = { [unowned self] in
      guard $0 == event, budget > 0, Bool.random(using: &generator) else { return }
      budget -= 1
      log.append("in \(event)")
      change()
    }
  }

  var rows: [String] { list.items.map(\.text) }

  /// Whether the first rows are displayed after going to the top.
  var showsRows: Bool {
    budget = 0
    screen.press(.home)
    let shown = screen.picture.split(separator: "\n").filter { $0.hasPrefix("row") }
    return shown.map(String.init) == Array(rows.prefix(4))
  }

  func act() {
    budget = Int.random(in: 0...4, using: &generator)
    let path = list.hasCells ? list.cellViewModel(at: ListIndexPath(section: 0, item: 0)) : nil
    let action = Int.random(in: 0..<5, using: &generator)
    log.append("action \(action)")
    switch action {
    case 0: screen.press(.down)
    case 1: screen.press(.end)
    case 2: screen.press(.enter)
    case 3: path?.edit(.delete, completion: .init { _ in })
    default: change()
    }
  }

  private func makeRow() -> UnrulyRow {
    nextID += 1
    return UnrulyRow(id: nextID, text: "row \(nextID)", run: self)
  }

  private func change() {
    let change = Int.random(in: 0..<7, using: &generator)
    log.append("change \(change)")
    switch change {
    case 0: list.items = []
    case 1: if !list.items.isEmpty { list.items.removeFirst() }
    case 2: list.items.insert(makeRow(), at: 0)
    case 3: list.items.shuffle(using: &generator)
    case 4: if !list.items.isEmpty { list.items[0].text += "x" }
    case 5: list.append(makeRow())
    default: list.reloadData()
    }
  }
}
