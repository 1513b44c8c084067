/// The registration of a model, a view model and a view at an address, in a tree of modules.
///
/// Modules are created by a registry and configured in any order and at any time:
///
/// ```swift
/// let contacts = registry["mocoa://contacts/"]
/// contacts.section.cell.register(viewModel: ContactViewModel.self, view: contactCell)
/// contacts.section("friends").header.register(viewModel: TitleViewModel.self, view: title)
/// ```
///
/// Each of the three parts may be missing. A list requires a view model and a view; without both,
/// the next module in the order of fallback is tried.
@MainActor public class Module {
  /// The address.
  public private(set) var url: ModuleURL

  /// The parent; nil for a root and for a removed module.
  public private(set) weak var parent: Module?

  /// The registry; nil for a removed module.
  public private(set) weak var registry: ModuleRegistry?

  private(set) var children: [ModulePath.Component: Module] = [:]

  /// The number of registrations of a view model; view models created before the last are stale.
  private(set) var viewModelVersion = 0

  private(set) var viewModelFactory: ViewModelFactory?

  /// The registered view, or nil.
  public package(set) var view: ModuleView? {
    didSet {
      viewVersion += 1
      didConfigure()
    }
  }

  /// The number of registrations of a view; views that are created before the last are stale.
  private(set) var viewVersion = 0

  /// The type of the models, as registered or declared by the view model; nil for any type.
  public var modelType: Any.Type? { registeredModelType ?? viewModelFactory?.modelType }

  private var registeredModelType: Any.Type?
  private var isConfiguring = false
  /// A Boolean value that indicates whether observers are to be notified of a configuration.
  private var isConfigured = false

  /// Creates a module; always a `SectionModule`, since its use decides whether it is a section.
  init(url: ModuleURL, parent: Module?, registry: ModuleRegistry) {
    (self.url, self.parent, self.registry) = (url, parent, registry)
  }

  /// The kind; the default one for a root.
  public var kind: ModuleKind { url.path.components.last?.kind ?? "" }

  /// The name among siblings of the same kind; the default one for a root.
  public var name: ModuleName { url.path.components.last?.name ?? .default }

  /// The type of the view models; nil if none is registered.
  public var viewModelType: Any.Type? { viewModelFactory?.viewModelType }

  /// A Boolean value that indicates whether there are no registrations for the module.
  public var isBare: Bool {
    viewModelFactory == nil && view == nil && registeredModelType == nil
  }
}

// MARK: - Configuration

extension Module {
  func setViewModelFactory(_ factory: ViewModelFactory?) {
    viewModelFactory = factory
    viewModelVersion += 1
    didConfigure()
  }

  func setModelType(_ type: Any.Type?) {
    registeredModelType = type
    didConfigure()
  }

  /// Performs several changes, and notifies observers once.
  func configure(_ changes: () -> Void) {
    guard !isConfiguring else { return changes() }
    isConfiguring = true
    changes()
    isConfiguring = false
    if isConfigured { didConfigure() }
  }

  private func didConfigure() {
    isConfigured = isConfiguring
    if !isConfiguring { registry?.didChange(ModuleChange(url: url)) }
  }
}

// MARK: - Tree

extension Module {
  /// Returns the child with a kind and a name, or nil.
  public func existingSubmodule(_ kind: ModuleKind, _ name: ModuleName = .default) -> Module? {
    children[ModulePath.Component(kind: kind, name: name)]
  }

  /// The former name of ``existingSubmodule(_:_:)``.
  @available(*, deprecated, renamed: "existingSubmodule(_:_:)")
  public func submodule(ifLoaded kind: ModuleKind, _ name: ModuleName = .default) -> Module? {
    existingSubmodule(kind, name)
  }

  /// Returns the child with a kind and a name, created on demand.
  public func submodule(_ kind: ModuleKind, _ name: ModuleName = .default) -> Module {
    submodule(ModulePath.Component(kind: kind, name: name))
  }

  /// Returns the descendant at a path, created on demand with those between.
  func submodule(at path: ModulePath) -> Module {
    path.components.reduce(self) { $0.submodule($1) }
  }

  /// The children, ordered by kind and name.
  public var submodules: [Module] {
    children.sorted { $0.key < $1.key }.map(\.value)
  }

  func submodule(_ component: ModulePath.Component) -> Module {
    if let child = children[component] { return child }
    let url = url.appending(component)
    guard let registry else {
      preconditionFailure(
        "The module \(self.url) was removed, or its registry released, so \(url) cannot be made."
      )
    }
    let child = SectionModule(url: url, parent: self, registry: registry)
    children[component] = child
    registry.didAdd(child)
    return child
  }

  /// Removes the module and its descendants from the registry; has no effect if already removed.
  ///
  /// A removed module keeps its registrations, but is not found any more.
  public func remove() {
    // Also below a module that was removed itself.
    parent?.children[ModulePath.Component(kind: kind, name: name)] = nil
    parent = nil
    guard let registry else { return }
    detach()
    registry.didRemove(self)
  }

  private func detach() {
    registry?.forget(self)
    registry = nil
    for child in children.values { child.detach() }
  }

  /// Adds a child whose address has been set.
  func adopt(_ child: Module, as component: ModulePath.Component) { children[component] = child }

  /// Sets the address, the parent and the registry of a removed module and its descendants.
  func settle(at url: ModuleURL, below parent: Module, in registry: ModuleRegistry) {
    (self.url, self.parent, self.registry) = (url, parent, registry)
    registry.remember(self)
    for (component, child) in children {
      child.settle(at: url.appending(component), below: self, in: registry)
    }
  }
}
