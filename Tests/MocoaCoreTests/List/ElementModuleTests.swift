import MocoaCore
import Testing

/// Promise M7 in a list: the modules that display its rows and headers.
@Suite @MainActor struct ElementModuleTests {
  private struct Title: NamedModel {
    var moduleName: ModuleName { "x" }
  }

  private final class AnyTitleViewModel: ModelSupplementaryViewModel<Title> {}

  let registry = ModuleRegistry()
  var module: Module { registry["mocoa://c/"] }

  /// A list of a row and a header, both with the name `x`, in the section `s`.
  private func makeList() -> ListViewModel {
    let row = EncodedRow(moduleName: "x", contact: contacts("a")[0])
    let section = RowSection([row], name: "s", header: Title())
    return ListViewModel(model: section, module: module)
  }

  /// The address of the module, or the addresses tried and what each lacks.
  private func text(_ element: ElementViewModel?) -> String {
    switch element?.resolution {
    case .module(let resolved): resolved.module.url.identity
    case .placeholder(let reason):
      reason.attempts.map { "\($0.url.identity) \($0.missing ?? "")" }.joined(separator: ", ")
    case let other: "\(other as Any)"
    }
  }

  @Test("M7: a list with any of the sixteen sets of modules uses the first in order")
  func rowsAndHeadersFallBack() {
    let sections = [module.section("s"), module.section]
    let cells = sections.flatMap { [$0.cell("x"), $0.cell] }
    let headers = sections.flatMap { [$0.header("x"), $0.header] }
    let list = makeList()
    for set in 0..<16 {
      let present = (0..<4).filter { set >> $0 & 1 == 1 }
      for index in present {
        cells[index].register(viewModel: ContactViewModel.self, view: .cell("C"))
        headers[index].register(viewModel: AnyTitleViewModel.self, view: .cell("T"))
      }
      let row = text(list.cellViewModel(at: [0, 0]))
      let header = text(list.supplementaryViewModel(of: .header, in: 0))
      if let first = present.first {
        #expect(row == cells[first].url.identity)
        #expect(header == headers[first].url.identity)
      } else {
        let tried = cells.map { "\($0.url.identity) view and no view model" }
        #expect(row == tried.joined(separator: ", "))
      }
      for index in present {
        cells[index].unregister()
        headers[index].unregister()
      }
    }
  }

  @Test("M7: view and view model are taken from one module, else a placeholder lists the addresses")
  func viewAndViewModelAreOfOneModule() {
    module.section("s").cell("x").register(viewModel: ContactViewModel.self)
    module.section("s").cell.register(view: .cell("C"))
    module.section.cell("x").register(model: Contact.self)
    let list = makeList()
    let tried = "c/s/x view, c/s/: view model, c/:/x view and no view model, c/:/: module"
    #expect(text(list.cellViewModel(at: [0, 0])) == tried)
    module.section.cell.register(viewModel: ContactViewModel.self, view: .cell("C"))
    #expect(text(list.cellViewModel(at: [0, 0])) == "c/:/:")
  }
}
