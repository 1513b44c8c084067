/// A model, a view model and a view under one address, in a tree of modules.
///
/// Modules are made by a registry and configured in any order and at any time:
///
/// ```swift
/// let contacts = registry["mocoa://contacts/"]
/// contacts.section.cell.register(viewModel: ContactViewModel.self, view: contactCell)
/// contacts.section("friends").header.register(viewModel: TitleViewModel.self, view: title)
/// ```
///
/// Each of the three parts may be missing. What a list needs of a module is a view model and a
/// view; without both, the next module in the order of fallback is tried.
@MainActor public final class Module {
  /// The address.
  public private(set) var url: ModuleURL

  /// The module above; nil for a root and for a module that was removed.
  public private(set) weak var parent: Module?

  private(set) weak var registry: ModuleRegistry?
  private(set) var children: [ModulePath.Component: Module] = [:]

  /// How often the view model was registered; a view model made before the last time is stale.
  private(set) var viewModelVersion = 0

  private(set) var viewModelFactory: ViewModelFactory?

  /// The view; setting it notifies the observers of the registry.
  package var view: ModuleView? {
    didSet { didConfigure() }
  }

  /// The type of the models, as registered or as the view model says; nil if any will do.
  var modelType: Any.Type? { registeredModelType ?? viewModelFactory?.modelType }

  private var registeredModelType: Any.Type?
  private var isConfiguring = false

  init(url: ModuleURL, parent: Module?, registry: ModuleRegistry) {
    self.url = url
    self.parent = parent
    self.registry = registry
  }

  /// The kind; a root has the default one.
  public var kind: ModuleKind { url.path.components.last?.kind ?? "" }

  /// The name among the siblings of one kind; a root has the default one.
  public var name: ModuleName { url.path.components.last?.name ?? .default }

  /// The type of the view models; nil if none is registered.
  package var viewModelType: Any.Type? { viewModelFactory?.viewModelType }

  /// A Boolean value that indicates whether nothing was registered for the module.
  package var isBare: Bool {
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

  /// Makes several changes and notifies observers once.
  func configure(_ changes: () -> Void) {
    guard !isConfiguring else { return changes() }
    isConfiguring = true
    changes()
    isConfiguring = false
    didConfigure()
  }

  private func didConfigure() {
    if !isConfiguring { registry?.didChange() }
  }
}

// MARK: - Tree

extension Module {
  /// The module below with a kind and a name, if there is one.
  public func submodule(ifLoaded kind: ModuleKind, _ name: ModuleName = .default) -> Module? {
    children[ModulePath.Component(kind: kind, name: name)]
  }

  /// The module below with a kind and a name, made if there is none.
  public func submodule(_ kind: ModuleKind, _ name: ModuleName = .default) -> Module {
    submodule(ModulePath.Component(kind: kind, name: name))
  }

  /// The module at a path from here, made with all those between if there is none.
  func submodule(at path: ModulePath) -> Module {
    path.components.reduce(self) { $0.submodule($1) }
  }

  /// The modules below, by kind and name.
  public var submodules: [Module] {
    children.sorted { $0.key < $1.key }.map(\.value)
  }

  func submodule(_ component: ModulePath.Component) -> Module {
    if let child = children[component] { return child }
    let url = url.appending(component)
    guard let registry else {
      preconditionFailure("The module \(self.url) was removed, so \(url) cannot be made in it.")
    }
    let child = Module(url: url, parent: self, registry: registry)
    children[component] = child
    registry.didAdd(child)
    return child
  }

  /// Takes the module and all those below it out of the registry; does nothing the second time.
  ///
  /// A removed module keeps what was registered, and is not found any more.
  func remove() {
    guard let registry else { return }
    parent?.children[ModulePath.Component(kind: kind, name: name)] = nil
    parent = nil
    detach()
    registry.didRemove(self)
  }

  private func detach() {
    registry?.forget(self)
    registry = nil
    for child in children.values { child.detach() }
  }

  /// Notes a child that has been settled below this module.
  func adopt(_ child: Module, as component: ModulePath.Component) { children[component] = child }

  /// Gives a removed module, and all those below it, a place.
  func settle(at url: ModuleURL, below parent: Module, in registry: ModuleRegistry) {
    self.url = url
    self.parent = parent
    self.registry = registry
    registry.remember(self)
    for (component, child) in children {
      child.settle(at: url.appending(component), below: self, in: registry)
    }
  }
}
