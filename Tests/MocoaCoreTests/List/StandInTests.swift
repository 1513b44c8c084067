import MocoaCore
import MocoaTestSupport
import Testing

/// Lists that choose what stands in for elements that cannot be displayed.
@Suite @MainActor struct StandInTests {
  final class Missing: AnyCellViewModel {
    let text: String
    private(set) var selections = 0

    init(_ text: String) { self.text = text }
    override func didSelect() { selections += 1 }
  }

  final class MissingTitle: SupplementaryViewModel {}

  private final class ContactsViewModel: ListViewModel {
    override func standInCell(for item: Any?, _ reason: Resolution) -> StandIn<AnyCellViewModel> {
      let name = (item as? Contact)?.name ?? "?"
      if case .failure = reason { return StandIn(Missing("\(name) failed")) }
      return StandIn(Missing("\(name) missing"), view: .cell("Missing"))
    }

    override func standInElement(
      for model: Any, of kind: ModuleKind, _ reason: Resolution
    ) -> StandIn<SupplementaryViewModel> {
      kind == .header ? StandIn(MissingTitle()) : super.standInElement(for: model, of: kind, reason)
    }
  }

  private let registry = ModuleRegistry()
  private let list: ContactsViewModel

  init() {
    list = ContactsViewModel(
      model: RowSection(contacts("ab"), header: "H", footer: "F"),
      module: registry["mocoa://contacts/"])
    list.ready()
  }

  private func cell(_ item: Int) -> Missing? { list.cellViewModel(at: [0, item]) as? Missing }

  @Test(
    "L30: a list chooses what stands in for rows and headers without a module",
    .parity("1.3.8"))
  func elementsWithoutAModule() {
    let cell = cell(0)
    #expect(cell?.text == "a missing" && cell?.standInView?.name == "Missing")
    #expect(cell?.failureReason?.contains("mocoa://contacts/:/:: no module") == true)
    #expect(cell?.isReady == true && cell?.indexPath == [0, 0])
    #expect(list.supplementaryViewModel(of: .header, in: 0) is MissingTitle)
    #expect(list.supplementaryViewModel(of: .footer, in: 0).map { $0 is MissingTitle } == false)
    list.openCell(at: [0, 0])
    #expect(cell?.selections == 1)
  }

  @Test(
    "L30: a list chooses what stands in for a row that does not fit its module", .parity("1.3.8"))
  func rowsThatDoNotFit() {
    registry["mocoa://contacts/"].section.cell.register(
      viewModel: CellViewModel<Int>.self, view: .cell("Number"))
    #expect(cell(1)?.text == "b failed" && cell(1)?.standInView == nil)
    #expect(cell(1)?.failureReason?.isEmpty == false)
  }

  @Test("L30: what stands in is created again for a changed row, and replaced by a late module")
  func standInsAreReplaced() {
    let before = cell(0)
    list.model = RowSection([Contact(id: 97, name: "x"), contacts("b")[0]])
    #expect(cell(0)?.text == "x missing" && cell(0) !== before)
    #expect(cell(1)?.text == "b missing")
    registry["mocoa://contacts/"].section.cell.register(
      viewModel: ContactViewModel.self, view: .cell("Contact"))
    let contact = list.cellViewModel(at: [0, 0]) as? ContactViewModel
    #expect(contact?.model.name == "x" && contact?.standInView == nil)
  }
}
