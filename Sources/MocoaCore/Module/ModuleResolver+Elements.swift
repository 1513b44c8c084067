// Makes the view models of elements, and keeps them up to date.

extension ModuleResolver {
  /// Makes the view model of an element; it is idle and in no section yet.
  ///
  /// - Parameters:
  ///   - name: The place of the element.
  ///   - model: The model of the element.
  ///   - standIn: What is used where no module was found, or the model does not fit.
  /// - Returns: The view model of the module, or the stand-in.
  func make<Element: ElementViewModel>(
    _ name: ElementName, model: Any?, standIn: @autoclosure () -> Element
  ) -> Element {
    let resolution = resolve(name)
    guard case .module(let resolved) = resolution else {
      return configure(standIn(), name, resolution)
    }
    do {
      let viewModel = try resolved.module.makeViewModel(for: model)
      guard let element = viewModel as? Element else {
        throw ModuleError.wrongViewModel(expected: Element.self, found: type(of: viewModel))
      }
      return configure(element, name, resolution)
    } catch {
      let failure = standIn()
      failure.module = resolved.module
      return configure(failure, name, .failure(error))
    }
  }

  /// Gives a new element the names under which it was looked up, and the result.
  func configure<Element: ElementViewModel>(
    _ element: Element, _ name: ElementName, _ resolution: Resolution
  ) -> Element {
    element.elementName = name
    element.resolution = resolution
    element.resolvedGeneration = generation
    element.viewModelVersion = element.module?.viewModelVersion ?? 0
    return element
  }

  /// Looks an element up again after the registry has changed.
  ///
  /// - Returns: Whether the element may stay; otherwise another is to be made in its place.
  func refresh(_ element: ElementViewModel) -> Bool {
    guard element.resolvedGeneration != generation else { return true }
    let resolution = resolve(element.elementName)
    switch (resolution, element.resolution) {
    case (.module(let resolved), let old):
      guard element.module === resolved.module,
        element.viewModelVersion == resolved.module.viewModelVersion
      else { return false }
      // A failure stays one: the same module would fail in the same way.
      if case .failure = old { break }
      element.resolution = resolution
    case (.placeholder, .placeholder): element.resolution = resolution
    case (.placeholder, _): return false
    case (.failure, _): break
    }
    element.resolvedGeneration = generation
    return true
  }

  /// Gives an element the names and the model that its row has now.
  ///
  /// - Returns: Whether the element may stay; otherwise another is to be made in its place.
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
    case .placeholder: return true
    case .module(let resolved):
      guard let update = resolved.module.viewModelFactory?.update else { return !isStale }
      element.modelSetter = isStale ? .list : .listUnchanged
      defer { element.modelSetter = .program }
      // A row that shows the same may keep what it has, even if it cannot be read any more.
      do { try update(element, model) } catch { return !isStale }
      return true
    }
  }
}
