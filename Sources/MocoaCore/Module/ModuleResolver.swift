/// Finds the module that shows an element of a list.
///
/// Tried in order: the element's own section and own name, own section and default name, default
/// section and own name, default section and default name. A module counts only if it has both a
/// view model and a view, so the two are always a pair.
///
/// Answers are kept until the registry changes; those that depend on a provider's "not now" are
/// not kept.
@MainActor package final class ModuleResolver {
  /// The module of the list; nil gives a placeholder for every element.
  let module: Module?

  private let registry: ModuleRegistry?
  private var cache: [ElementName: Resolution] = [:]
  private var sections: [ModuleName: Module?] = [:]
  private var cacheGeneration = -1

  /// Creates a resolver for a list's module.
  package init(module: Module?) {
    self.module = module
    registry = module?.registry
  }

  /// Reports a diagnostic to the registry's logger.
  func log(_ diagnostic: Diagnostic) { registry?.logger(diagnostic) }

  /// The number of changes of the registry; what was resolved before the last one may be stale.
  var generation: Int { registry?.generation ?? 0 }

  /// What shows an element: a module, or the reasons why there is none.
  ///
  /// - Complexity: one dictionary look-up, unless the registry has changed.
  package func resolve(_ element: ElementName) -> Resolution {
    validateCache()
    if let resolution = cache[element] { return resolution }
    let search = search(element)
    // A provider may have registered something while it was asked.
    if search.isFinal, cacheGeneration == generation { cache[element] = search.resolution }
    return search.resolution
  }

  /// Every address that is tried for an element, up to the one that is taken.
  package func explain(_ element: ElementName) -> [ResolutionAttempt] { search(element).attempts }

  /// The module of a section, which may have a view model of its own: own name, then default.
  func sectionModule(named name: ModuleName) -> Module? {
    validateCache()
    if let section = sections[name] { return section }
    guard let module, let registry else { return nil }
    var isFinal = true
    let section = (name == .default ? [name] : [name, .default]).lazy
      .map { registry.lookUp(module.url.appending(.init(kind: .section, name: $0))) }
      .first {
        isFinal = isFinal && $0.isFinal
        return $0.module?.viewModelType != nil
      }?.module
    if isFinal, cacheGeneration == generation { sections[name] = section }
    return section
  }

  private func validateCache() {
    guard cacheGeneration != generation else { return }
    (cache, sections, cacheGeneration) = ([:], [:], generation)
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
        let resolved = ResolvedModule(module: module, view: view, reuseKey: candidate)
        return Search(resolution: .module(resolved), attempts: attempts, isFinal: isFinal)
      }
    }
    let reason = PlaceholderReason(element: element, attempts: attempts)
    return Search(resolution: .placeholder(reason), attempts: attempts, isFinal: isFinal)
  }

  /// The places to look at, in order, each once.
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
