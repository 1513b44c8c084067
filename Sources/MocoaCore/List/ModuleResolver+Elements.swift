// Creates and updates the view models of elements.

extension ModuleResolver {
  /// Creates the idle view model of an element, which is not in a section yet; a stand-in if no
  /// module was found, or its view model cannot be created.
  func make<Element: ElementViewModel>(
    _ name: ElementName, model: Any?, standIn: (Resolution) -> StandIn<Element>
  ) -> Element {
    let resolution = resolve(name)
    guard case .module(let resolved) = resolution else {
      return configure(standIn(resolution), name, resolution)
    }
    do {
      let viewModel = try resolved.module.makeViewModel(for: model)
      guard let element = viewModel as? Element else {
        throw ModuleError.wrongViewModel(expected: Element.self, found: type(of: viewModel))
      }
      return configure(element, name, resolution)
    } catch {
      let failure = configure(standIn(.failure(error)), name, .failure(error))
      failure.module = resolved.module
      failure.viewModelVersion = resolved.module.viewModelVersion
      return failure
    }
  }

  /// Stores the names by which a new element was looked up, and the result.
  func configure<Element: ElementViewModel>(
    _ element: Element, _ name: ElementName, _ resolution: Resolution
  ) -> Element {
    element.elementName = name
    element.resolution = resolution
    element.resolvedGeneration = generation
    element.viewModelVersion = element.module?.viewModelVersion ?? 0
    return element
  }

  /// Looks up the module of an element again if the registry has changed.
  ///
  /// - Returns: `true` if the element remains valid; otherwise it must be replaced.
  func refresh(_ element: ElementViewModel) -> Bool {
    guard element.resolvedGeneration != generation else { return true }
    let resolution = resolve(element.elementName)
    switch (resolution, element.resolution) {
    case (.module(let resolved), let old):
      guard element.module === resolved.module,
        element.viewModelVersion == resolved.module.viewModelVersion
      else { return false }
      // A failure remains one: the same module would fail again.
      if case .failure = old { break }
      element.resolution = resolution
    case (.placeholder, .placeholder): element.resolution = resolution
    case (.placeholder, _): return false
    case (.failure, _): break
    }
    element.resolvedGeneration = generation
    return true
  }

  /// Updates an element with the current names and model of its row.
  ///
  /// - Returns: `true` if the element remains valid; otherwise it must be replaced.
  func update(_ element: ElementViewModel, _ name: ElementName, model: Any?) -> Bool {
    if name != element.elementName {
      element.elementName = name
      element.resolvedGeneration = -1
    }
    guard refresh(element) else { return false }
    let isStale = element.isStale
    element.isStale = false
    switch element.resolution {
    case .failure: return !isStale
    case .placeholder: return !isStale || element.standInView == nil
    case .module(let resolved):
      // The model that the program has set is newer than that of an unchanged row.
      if element.hasOwnModel, !isStale { return true }
      guard let update = resolved.module.viewModelFactory?.update else { return !isStale }
      element.modelSetter = isStale ? .list : .listUnchanged
      defer { element.modelSetter = .program }
      // An unchanged row may keep its model, even if it cannot be read any more.
      do { try update(element, model) } catch { return !isStale }
      return true
    }
  }
}
