/// Finds the module that displays an element of a list.
///
/// The order is: the element's section and name, its section and the default name, the default
/// section and its name, the default section and the default name. A module must have both a view
/// model and a view, so the two are always a pair.
///
/// Results are cached until a module changes on which they depend, except those that depend on the
/// response `notNow` of a provider.
@MainActor package final class ModuleResolver {
  /// The module of the list; if nil, every element is a placeholder.
  let module: Module?

  private let registry: ModuleRegistry?
  private(set) var cache: [ElementName: Resolution] = [:]
  private var sections: [ModuleName: Module?] = [:]
  private var subscription: Subscription?

  /// The number of changes that concern the list; results from before the last one may be stale.
  private(set) var generation = 0

  /// Creates a resolver for a list's module.
  package init(module: Module?) {
    self.module = module
    registry = module?.registry
    subscription = registry?.resolvers.add(owner: self) { $0.invalidate($1) }
  }

  /// Reports a diagnostic to the registry's logger.
  func log(_ diagnostic: Diagnostic) { registry?.report(diagnostic) }

  /// Returns the module that displays an element, or the reason why there is none.
  ///
  /// - Complexity: One dictionary lookup, unless a module has changed on which the result depends.
  package func resolve(_ element: ElementName) -> Resolution {
    if let resolution = cache[element] { return resolution }
    let generation = generation
    let search = search(element)
    // A provider may have changed the registry.
    if search.isFinal, self.generation == generation { cache[element] = search.resolution }
    return search.resolution
  }

  /// Returns the addresses that are tried for an element, up to the one that is used.
  package func explain(_ element: ElementName) -> [ResolutionAttempt] { search(element).attempts }

  /// Returns the module with the view model of a section, by its name or the default one; or nil.
  func sectionModule(named name: ModuleName) -> Module? {
    if let section = sections[name] { return section }
    guard let module, let registry else { return nil }
    let generation = generation
    var isFinal = true
    let section = (name == .default ? [name] : [name, .default]).lazy
      .map { registry.lookUp(module.url.appending(.init(kind: .section, name: $0))) }
      .first {
        isFinal = isFinal && $0.isFinal
        return $0.module?.viewModelType != nil
      }?.module
    if isFinal, self.generation == generation { sections[name] = section }
    return section
  }
}

// MARK: - Changes of the registry

extension ModuleResolver {
  /// Returns whether a change of the registry concerns sections or elements of the list.
  func isConcerned(by change: ModuleChange) -> Bool {
    guard let module, change.concerns(module.url) else { return false }
    return change.includesDescendants || (1...2).contains(levels(below: module, of: change).count)
  }

  /// Returns the levels of the changed address below the list's module: section, element.
  private func levels(
    below module: Module, of change: ModuleChange
  ) -> ArraySlice<ModulePath.Component> {
    change.url?.path.components.dropFirst(module.url.path.components.count) ?? []
  }

  /// Discards the results that depend on a changed module.
  private func invalidate(_ change: ModuleChange) {
    guard let module, isConcerned(by: change) else { return }
    generation += 1
    let levels = levels(below: module, of: change)
    guard !change.includesDescendants, let section = levels.first?.name else {
      (cache, sections) = ([:], [:])
      return
    }
    func isTried(_ name: ModuleName, for wanted: ModuleName) -> Bool {
      name == .default || name == wanted
    }
    if let element = levels.dropFirst().first {
      cache = cache.filter { wanted, _ in
        !(wanted.kind == element.kind && isTried(element.name, for: wanted.name)
          && isTried(section, for: wanted.section))
      }
    } else {
      sections = sections.filter { !isTried(section, for: $0.key) }
    }
  }
}

extension ModuleResolver {
  private struct Search {
    var resolution: Resolution
    var attempts: [ResolutionAttempt]
    var isFinal: Bool
  }

  private func search(_ element: ElementName) -> Search {
    var attempts: [ResolutionAttempt] = []
    var isFinal = true
    for candidate in candidates(for: element) {
      guard let module, let registry else { break }
      let section = ModulePath.Component(kind: .section, name: candidate.section)
      let component = ModulePath.Component(kind: candidate.kind, name: candidate.name)
      let url = module.url.appending(section).appending(component)
      let found = registry.lookUp(url)
      isFinal = isFinal && found.isFinal
      let missing = missingPart(of: found.module)
      attempts.append(ResolutionAttempt(url: url, missing: missing))
      if missing == nil, let module = found.module, let view = module.view {
        let resolved = ResolvedModule(
          module: module, view: view, viewVersion: module.viewVersion, reuseKey: candidate)
        return Search(resolution: .module(resolved), attempts: attempts, isFinal: isFinal)
      }
    }
    let reason = PlaceholderReason(element: element, attempts: attempts)
    return Search(resolution: .placeholder(reason), attempts: attempts, isFinal: isFinal)
  }

  /// Returns the names to look up, in order, without duplicates.
  private func candidates(for element: ElementName) -> [ElementName] {
    let sections = element.section == .default ? [element.section] : [element.section, .default]
    let names = element.name == .default ? [element.name] : [element.name, .default]
    return sections.flatMap { section in
      names.map { ElementName(section: section, kind: element.kind, name: $0) }
    }
  }

  private func missingPart(of module: Module?) -> String? {
    guard let module else { return "module" }
    return switch (module.viewModelType != nil, module.view?.isElement ?? false) {
    case (true, true): nil
    case (true, false): "view"
    case (false, true): "view model"
    case (false, false): "view and no view model"
    }
  }
}
