// Every ready-made cell, on a page of its own that is opened by address.
//
// A ready-made cell draws a content; a view model says what the content of its row is. Where the
// model is the content already, `ContentViewModel` does.

import MocoaTUI

/// A row of the index: what is shown, and where.
final class EntryViewModel: CellViewModel<LinkContent>, ContentProviding {
  var content: LinkContent { model }
  override func didSelect() { emit(.select, model.url) }
}

final class IndexViewModel: ListViewModel {
  override func receive(_ emission: Emission) -> EmissionResponse {
    guard let url: String = emission[.select] else { return .forward }
    send(.open, url)
    return .handled
  }
}

extension ViewModelKey where Value == String {
  /// An address to open.
  static var open: Self { "open" }
}

final class IndexPage: TablePage, ModulePage {
  init(context: PageContext) {
    let sections = Exhibit.byTitle.map { title, exhibits in
      RowSection(
        exhibits.map { LinkContent(title: $0.title, url: $0.address) },
        identity: title, header: title)
    }
    let index = IndexViewModel(model: SectionList(sections), module: context.module)
    super.init(title: "Gallery", list: index)
    table.style = .grouped
    index.observe(.open, owner: self) { $0.stack?.push($1) }.store(in: &subscriptions)
  }
}

@MainActor func registerModules(_ modules: ModuleRegistry) {
  let index = modules["mocoa://gallery/"]
  index.register(page: IndexPage.self)
  index.section.cell.register(LinkCell<EntryViewModel>.self)
  index.section.header.register(TitleHeader.self)
  for exhibit in Exhibit.all { exhibit.register(in: modules) }
}

@main struct GalleryApp {
  static func main() {
    Application.run(opening: "mocoa://gallery/", modules: registerModules)
  }
}
