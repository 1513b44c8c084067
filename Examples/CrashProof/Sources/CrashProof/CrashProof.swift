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

final class ItemViewModel: TableCellViewModel<Item>, ContentProviding {
  var content: LabelContent { .init(text: model.text) }
}

final class TitleViewModel: ModelSupplementaryViewModel<String> {}

final class TitleView: TableSupplementaryView<TitleViewModel> {
  override func draw(in canvas: inout Canvas) {
    canvas.write(viewModel.model, style: .sectionHeader)
  }
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
    let view = ModuleView.element(LabelCell<ItemViewModel>.self)
    let cell = section.cell
    switch self {
    case .nothing: break
    case .model: cell.register(model: Item.self)
    case .view: cell.register(view: view)
    case .viewModel: cell.register(viewModel: ItemViewModel.self)
    case .modelAndView:
      cell.register(model: Item.self)
      cell.register(view: view)
    case .viewAndViewModel: cell.register(viewModel: ItemViewModel.self, view: view)
    case .modelAndViewModel:
      cell.register(model: Item.self)
      cell.register(viewModel: ItemViewModel.self)
    case .everything, .noHeaders, .headerWithoutView, .headerAndFooter:
      cell.register(model: Item.self)
      cell.register(viewModel: ItemViewModel.self, view: view)
    }
    switch self {
    case .headerWithoutView: section.header.register(viewModel: TitleViewModel.self)
    case .headerAndFooter:
      section.header.register(TitleView.self)
      section.footer.register(TitleView.self)
    default: break
    }
  }
}

@MainActor func registerModules(
  _ modules: ModuleRegistry, placeholders: PlaceholderVisibility = .show
) {
  let sections = SectionList(Registration.allCases.map(\.section))
  let table = modules["mocoa://crash-proof/table"]
  let collection = modules["mocoa://crash-proof/collection"]
  for registration in Registration.allCases {
    registration.register(in: table)
    registration.register(in: collection)
  }
  table.register(
    view: .page(name: "Table") { context in
      let page = TablePage(
        title: "Table", list: ListViewModel(model: sections, module: context.module))
      page.table.placeholders = placeholders
      return page
    })
  collection.register(
    view: .page(name: "Collection") { context in
      let page = CollectionPage(
        title: "Collection", list: ListViewModel(model: sections, module: context.module),
        layout: FlowLayout())
      page.collection.placeholders = placeholders
      return page
    })
  modules["mocoa://crash-proof/"].register(
    view: .page(name: "Tabs") { _ in
      let names = ["table", "collection", "nowhere"]
      return TabPage(
        addresses: names.map { "mocoa://crash-proof/\($0)" }, in: modules,
        placeholders: placeholders)
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
