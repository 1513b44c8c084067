/// Makes the view models of elements: finds the module, fits the model, or finds a stand-in.
@MainActor struct ElementMaker<Element: ElementViewModel> {
  let resolver: ModuleResolver
  /// Makes what stands in where no module was found, or the model does not fit.
  let makeStandIn: @MainActor () -> Element

  /// Makes the view model of an element; it is idle and in no section yet.
  func make(_ name: ElementName, model: Any?) -> Element {
    let resolution = resolver.resolve(name)
    guard case .module(let resolved) = resolution else {
      return configure(makeStandIn(), name, resolution)
    }
    do {
      let element = try makeElement(resolved.module, model: model)
      element.viewModelVersion = resolved.module.viewModelVersion
      return configure(element, name, resolution)
    } catch {
      let failure = makeStandIn()
      failure.module = resolved.module
      failure.viewModelVersion = resolved.module.viewModelVersion
      return configure(failure, name, .failure(error))
    }
  }

  /// Makes a stand-in for an element whose model cannot be had.
  func makeFailure(_ name: ElementName, error: any Error) -> Element {
    configure(makeStandIn(), name, .failure(error))
  }

  /// Looks an element up again after the registry has changed.
  ///
  /// - Returns: whether the element may stay; otherwise another is to be made in its place.
  func refresh(_ element: Element) -> Bool {
    guard element.resolvedGeneration != resolver.generation else { return true }
    let resolution = resolver.resolve(element.elementName)
    switch resolution {
    case .module(let resolved):
      guard element.module === resolved.module,
        element.viewModelVersion == resolved.module.viewModelVersion
      else { return false }
      // A failure stays one: the same module would fail in the same way.
      if case .failure = element.resolution { break }
      element.resolution = resolution
    case .placeholder:
      guard case .placeholder = element.resolution else { return false }
      element.resolution = resolution
    case .failure: break
    }
    element.resolvedGeneration = resolver.generation
    return true
  }

  /// Gives an element the names and the model that its row has now.
  ///
  /// - Returns: whether the element may stay; otherwise another is to be made in its place.
  func update(_ element: Element, _ name: ElementName, model: Any?) -> Bool {
    if name != element.elementName {
      element.elementName = name
      element.resolvedGeneration = -1
    }
    guard refresh(element) else { return false }
    let isStale = element.isStale
    element.isStale = false
    switch element.resolution {
    case .failure where isStale: return false
    case .failure, .placeholder: return true
    case .module(let resolved):
      guard let update = resolved.module.viewModelFactory?.update else { return !isStale }
      element.modelSetter = isStale ? .list : .listUnchanged
      defer { element.modelSetter = .program }
      // A row that shows the same may keep what it has, even if it cannot be read any more.
      do { try update(element, model) } catch { return !isStale }
      return true
    }
  }

  private func makeElement(_ module: Module, model: Any?) throws -> Element {
    let viewModel = try module.makeViewModel(for: model)
    guard let element = viewModel as? Element else {
      throw ModuleError.wrongViewModel(expected: Element.self, found: type(of: viewModel))
    }
    return element
  }

  private func configure(
    _ element: Element, _ name: ElementName, _ resolution: Resolution
  ) -> Element {
    element.elementName = name
    element.resolution = resolution
    element.resolvedGeneration = resolver.generation
    return element
  }
}
