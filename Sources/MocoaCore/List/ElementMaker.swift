/// Makes the view models of elements: finds the module, fits the model, or finds a stand-in.
@MainActor struct ElementMaker<Element: ElementViewModel> {
  let resolver: ModuleResolver
  /// What stands in where no module was found.
  let makePlaceholder: @MainActor (Any?) -> Element
  /// What stands in where the model does not fit.
  let makeFailure: @MainActor (Any?) -> Element

  /// Makes the view model of an element; it is idle and in no section yet.
  func make(_ name: ElementName, model: Any?) -> Element {
    let resolution = resolver.resolve(name)
    guard case .module(let resolved) = resolution else {
      return configure(makePlaceholder(model), name, resolution)
    }
    do {
      let element = try makeElement(resolved.module, model: model)
      element.viewModelVersion = resolved.module.viewModelVersion
      return configure(element, name, resolution)
    } catch {
      let failure = makeFailure(model)
      failure.module = resolved.module
      failure.viewModelVersion = resolved.module.viewModelVersion
      let reason = FailureReason(element: name, url: resolved.module.url, error: error)
      return configure(failure, name, .failure(reason))
    }
  }

  /// Makes a stand-in for an element whose model cannot be had.
  func makeFailure(_ name: ElementName, error: any Error) -> Element {
    let reason = FailureReason(element: name, url: nil, error: error)
    return configure(makeFailure(nil), name, .failure(reason))
  }

  /// Looks an element up anew after the registry has changed.
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

  private func makeElement(_ module: Module, model: Any?) throws -> Element {
    let viewModel = try module.makeViewModel(for: model)
    guard let element = viewModel as? Element else {
      throw ModelError.wrongViewModel(expected: Element.self, found: type(of: viewModel))
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
