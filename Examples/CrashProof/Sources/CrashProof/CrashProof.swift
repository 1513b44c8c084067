// Nothing that is missing brings a list down.
//
// Every combination of model, view model and view is registered for a section of its own, and so
// are headers and footers, in part or not at all. What lacks something has a placeholder in its
// place, which says what it lacks; with `--release` it takes no room. A table and a collection are
// opened as tabs by their addresses; a tab whose address leads nowhere says so.

import MocoaTUI

struct Item: Identifiable, Equatable, Sendable {
  var id: Int
  var text: String
}

final class ItemViewModel: CellViewModel<Item>, ContentProviding {
  var content: LabelContent { .init(text: model.text) }
}

/// What is registered for the sections.
enum Registration: Int, CaseIterable {
  case nothing = 100
  case model, view, viewModel
  case modelAndView, viewAndViewModel, modelAndViewModel, everything
  case noHeaders, headerWithoutView, headerAndFooter

  var name: ModuleName { ModuleName(rawValue: "group-\(rawValue)") ?? .default }

  /// What the section shows: from 108 on it has a header and a footer.
  var section: RowSection<[Item]> {
    let hasTitles = rawValue >= Registration.noHeaders.rawValue
    return RowSection(
      [Item(id: rawValue, text: "\(rawValue): \(self)")], name: name,
      header: hasTitles ? "header of \(rawValue)" : nil,
      footer: hasTitles ? "footer of \(rawValue)" : nil)
  }

  @MainActor func register(in list: Module) {
    let section = list.section(name)
    let cell = section.cell
    let isWhole = rawValue >= Registration.everything.rawValue
    if isWhole || [.model, .modelAndView, .modelAndViewModel].contains(self) {
      cell.register(model: Item.self)
    }
    if isWhole || [.viewModel, .viewAndViewModel, .modelAndViewModel].contains(self) {
      cell.register(viewModel: ItemViewModel.self)
    }
    if isWhole || [.view, .modelAndView, .viewAndViewModel].contains(self) {
      cell.register(view: .element(LabelCell<ItemViewModel>.self))
    }
    switch self {
    case .headerWithoutView:
      section.header.register(viewModel: ModelSupplementaryViewModel<String>.self)
    case .headerAndFooter:
      section.header.register(TitleHeader.self)
      section.footer.register(TitleHeader.self)
    default: break
    }
  }
}

@MainActor func registerModules(
  _ modules: ModuleRegistry, placeholders: PlaceholderVisibility = .show
) {
  func register(_ module: Module, _ makePage: @escaping (ListViewModel) -> ListViewPage) {
    for registration in Registration.allCases { registration.register(in: module) }
    module.register(
      view: .page(name: "\(module.url)") { context in
        let sections = SectionList(Registration.allCases.map(\.section))
        let page = makePage(ListViewModel(model: sections, module: context.module))
        page.content.placeholders = placeholders
        return page
      })
  }
  register(modules["mocoa://crash-proof/table"]) { TablePage(title: "Table", list: $0) }
  register(modules["mocoa://crash-proof/collection"]) {
    CollectionPage(title: "Collection", list: $0, layout: FlowLayout())
  }
  modules["mocoa://crash-proof/"].register(
    view: .page(name: "Tabs") { [unowned modules] _ in
      TabPage(
        addresses: ["table", "collection", "nowhere"].map { "mocoa://crash-proof/\($0)" },
        in: modules, placeholders: placeholders)
    })
}

@main struct CrashProofApp {
  static func main() {
    let isRelease = CommandLine.arguments.contains("--release")
    Application.run(opening: "mocoa://crash-proof/") {
      registerModules($0, placeholders: isRelease ? .hide : .show)
    }
  }
}
