import MocoaCore
import MocoaFeed
import MocoaTUI

extension Manifest {
  /// Registers the modules, and returns the rules of each one for rows, by its address.
  ///
  /// Entries for the same rows form one module: the first whose condition matches a row applies.
  /// Rows that match none are plain JSON. The name of the feed is for entries without a list.
  @MainActor @discardableResult
  package func register(
    in registry: ModuleRegistry, forFeed name: String
  ) -> [ModuleURL: CellRules] {
    let lists = Set(modules.compactMap(\.url)).map { registry[$0] }
    let unnamed = lists.count == 1 ? lists[0] : registry.listModule(forFeed: name)
    var rules: [ModuleURL: CellRules] = [:]
    for entry in modules {
      let section = (entry.url.map { registry[$0] } ?? unnamed).section(entry.section)
      entry.header.map { section.header.register(header: $0) }
      entry.footer.map { section.footer.register(header: $0) }
      guard let template = entry.template else { continue }
      let module = section.cell(cellName(of: entry))
      rules[module.url, default: CellRules()].rules.append(.init(when: entry.condition, template))
    }
    for (url, rules) in rules { registry[url].register(rules) }
    return rules
  }

  /// Returns the name under which an entry is registered.
  ///
  /// If each entry for the rows of a section has a condition, they apply to rows that are otherwise
  /// plain JSON, so that the table keeps its columns.
  private func cellName(of entry: ManifestModule) -> ModuleName {
    if let name = entry.name { return name }
    let isForAll = modules.contains {
      $0.url == entry.url && $0.section == entry.section && $0.name == nil && $0.template != nil
        && $0.condition == nil
    }
    return isForAll ? .default : Row.jsonName
  }

  /// The columns of the table; empty if they are inferred from the rows.
  package var columns: [FeedColumn] { modules.first { !$0.columns.isEmpty }?.columns ?? [] }

  /// Returns the line of the first column that needs a member; nil if none does.
  package func line(ofColumnNeeding path: MemberPath) -> Int? {
    guard let module = modules.first(where: { !$0.columns.isEmpty }) else { return nil }
    return zip(module.columns, module.columnLines).first { column, _ in
      column.neededPaths.contains { $0.keys == path.keys }
    }?.1
  }

  /// Configures the page of a feed with the columns, the keys and the actions.
  @MainActor package func configure(_ page: FeedPage) {
    if !columns.isEmpty { page.columnController.templates = columns }
    page.actions.keyChanges.keys.merge(keys) { $1 }
    page.actions.commands = actions
    if let detail { page.detail.command = detail }
    page.namedMembers.uses = namedMembers(of: page)
    var registered = modules
    page.namedMembers.onSample = { [weak page] catalog in
      let manifest = resolved(in: catalog)
      guard let page, manifest.modules != registered else { return }
      registered = manifest.modules
      if let registry = page.list.module?.registry {
        manifest.register(in: registry, forFeed: page.feed.name)
      }
      if !columns.isEmpty { page.columnController.templates = manifest.columns }
      page.namedMembers.uses = manifest.namedMembers(of: page)
    }
  }

  /// The members that the rows of a page need to be displayed.
  @MainActor private func namedMembers(of page: FeedPage) -> [NamedMembers.Use] {
    modules.filter { $0.url == nil || $0.url == page.list.module?.url }.flatMap(\.neededMembers)
      + (detail?.templates ?? []).flatMap(\.neededPaths).map { .init(path: $0, mayBeTitle: true) }
  }
}
