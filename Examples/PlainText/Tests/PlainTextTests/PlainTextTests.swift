import MocoaCore
import Testing

@testable import PlainText

@MainActor @Suite struct PlainTextTests {
  private final class Output { var lines: [String] = [] }

  private let output = Output()
  private let list: ContactList
  private let renderer: TextList

  init() {
    let output = output
    list = makeList(in: ModuleRegistry())
    list.onOpen = { output.lines.append("opened \($0)") }
    renderer = TextList(list) { output.lines.append($0) }
  }

  /// Runs a command, and returns the lines that it writes.
  private func lines(after command: String) -> [String] {
    output.lines = []
    let isKnown = list.run(command, in: renderer)
    return isKnown ? output.lines : ["unknown"]
  }

  @Test func aListIsLines() {
    renderer.render()
    #expect(output.lines.count == 4)
    #expect(output.lines.first == "= Contacts =")
    #expect(output.lines[1] == "  Ann" && output.lines[3] == "  Carol")
  }

  @Test func changesAreFollowed() {
    #expect(
      lines(after: "add Eve") == [
        "~ insert 0.3", "= Contacts =", "  Ann", "  Bob", "  Carol", "  Eve",
      ])
    #expect(lines(after: "remove 1").first == "~ delete 0.1")
    #expect(lines(after: "remove 9") == ["unknown"])
  }

  @Test func rowsAreOpened() {
    #expect(lines(after: "open 0") == ["~ selected 0.0", "opened Ann"])
    #expect(lines(after: "open 0") == ["opened Ann"])
    #expect(lines(after: "open 3") == ["unknown"])
  }

  @Test func rowsWithoutAModuleAreShownAsPlaceholders() {
    let module = list.module?.section.cell
    module?.unregister()
    renderer.render()
    #expect(output.lines.last == "  ? mocoa://contacts/:/:: no view and no view model")
    #expect(lines(after: "register").contains("  * Bob"))
  }

  @Test("L30: what the list has chosen to stand in for an element is its line")
  func standInsAreLines() {
    let list = StandInList(model: RowSection([1, 2, 3], header: "title"))
    var lines: [String] = []
    let renderer = TextList(list) { lines.append($0) }
    renderer.render()
    #expect(lines.first == "no title")
    #expect(lines[1] == "  no view of 1")
    #expect(lines[2].hasPrefix("  ?"))
    #expect(lines[3] == "  ! torn")
    #expect(renderer.openRow(at: ListIndexPath(section: 0, item: 0)))
    lines = []
    renderer.render()
    #expect(lines[1] == "> no view of 1")
  }

  @Test func rowsThatDeleteThemselvesAreGone() {
    let list = ItemListViewModel(
      (0..<4).map { Contact(id: $0, name: "\($0)") },
      registering: { $0.cell.register(FleetingViewModel.self) { $0.model.name } })
    var lines: [String] = []
    let renderer = TextList(list) { lines.append($0) }
    renderer.render()
    #expect(list.items.map(\.name) == ["0", "2"])
    #expect(lines.suffix(2) == ["  0", "  2"])
    let shown = list.sectionViewModel(at: 0).cellViewModels
    #expect(!shown.contains { !$0.isDisplayed })
  }

  @Test func elementsAreNotifiedOfTheirDisplay() {
    renderer.render()
    let ann = list.cellViewModel(at: ListIndexPath(section: 0, item: 0))
    #expect(ann.isDisplayed)
    _ = lines(after: "remove 0")
    #expect(!ann.isDisplayed)
  }
}

/// A contact of an odd number that is deleted when it is prepared, or displayed.
private final class FleetingViewModel: CellViewModel<Contact> {
  private func vanish() {
    (list as? ItemListViewModel<Contact>)?.items.removeAll { $0.id == model.id }
  }

  override func prepare() { if model.id == 1 { vanish() } }
  override func willDisplay() { if model.id == 3 { vanish() } }
}

/// A list without modules, which chooses lines for its title and some of its rows.
private final class StandInList: ListViewModel {
  private struct Torn: Error, CustomStringConvertible {
    var description: String { "torn" }
  }

  override func standInCell(for item: Any?, _ reason: Resolution) -> StandIn<AnyCellViewModel> {
    let number = item as? Int ?? 0
    let view = ModuleView(.cell, name: "Missing") {
      if number == 3 { throw Torn() }
      return LineView { _ in "no view of \(number)" }
    }
    return StandIn(AnyCellViewModel(), view: number == 2 ? nil : view)
  }

  override func standInElement(
    for model: Any, of kind: ModuleKind, _ reason: Resolution
  ) -> StandIn<SupplementaryViewModel> {
    let view = ModuleView(.supplementary, name: "Missing") { LineView { _ in "no \(model)" } }
    return StandIn(SupplementaryViewModel(), view: view)
  }
}
