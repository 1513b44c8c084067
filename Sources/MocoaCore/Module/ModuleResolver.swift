/// Finds the module that displays an element of a list.
///
/// The order is: the element's section and name, its section and the default name, the default
/// section and its name, the default section and the default name. A module must have both a view
/// model and a view, so the two are always a pair.
///
/// Results are cached until the registry changes, except those that depend on the response
/// `notNow` of a provider.
@MainActor package final class ModuleResolver {
  /// The module of the list; if nil, every element is a placeholder.
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
  func log(_ diagnostic: Diagnostic) { registry?.report(diagnostic) }

  /// The number of changes of the registry; results from before the last one may be stale.
  var generation: Int { registry?.generation ?? 0 }

  /// Returns the module that displays an element, or the reason why there is none.
  ///
  /// - Complexity: One dictionary lookup, unless the registry has changed.
  package func resolve(_ element: ElementName) -> Resolution {
    validateCache()
    if let resolution = cache[element] { return resolution }
    let search = search(element)
    // A provider may have changed the registry.
    if search.isFinal, cacheGeneration == generation { cache[element] = search.resolution }
    return search.resolution
  }

  /// Returns the addresses that are tried for an element, up to the one that is used.
  package func explain(_ element: ElementName) -> [ResolutionAttempt] { search(element).attempts }

  /// Returns the module with the view model of a section, by its name or the default one; or nil.
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
