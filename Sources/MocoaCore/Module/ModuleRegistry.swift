/// Modules by address: one tree for each domain.
///
/// The tree is the only truth, and the table of addresses follows from it. `module(at:)` finds a
/// module, `registry[url]` finds or makes one. A program has one shared registry; a test makes its
/// own.
@MainActor public final class ModuleRegistry {
  /// The registry that is used where none is given.
  public static let shared = ModuleRegistry()

  /// Receives diagnostics, which are ignored by default; the library itself prints nothing.
  ///
  /// ```swift
  /// registry.logger = { log.warning("\($0)") }
  /// ```
  public var logger: @MainActor (Diagnostic) -> Void = { _ in }

  /// The number of changes so far, by which cached results are validated.
  private(set) var generation = 0

  /// The providers, in the order in which they are asked.
  var providers: [ModuleProvider] = []
  /// The addresses that providers are requested, so that their own look-ups end.
  var pendingAddresses: Set<String> = []
  private var table: [String: Module] = [:]
  private var roots: [String: Module] = [:]
  private let observers = ObserverList<Void>()

  /// Creates an empty registry.
  public init() {}

  /// The module at an address, if there is one or a provider makes one.
  ///
  /// - Complexity: one look-up in a dictionary of strings for a module that is there.
  public func module(at url: ModuleURL) -> Module? {
    providers.isEmpty ? table[url.identity] : lookUp(url).module
  }

  /// The module at an address, made with all those above it if there is none.
  public subscript(url: ModuleURL) -> Module {
    lookUp(url).module ?? makeModule(at: url)
  }

  /// The root module of a domain, made if there is none.
  ///
  /// - Throws: a `ModuleURLError` if the text is not a domain.
  public func domain(_ name: String) throws -> Module { self[try ModuleURL(domain: name)] }

  /// The root modules, by domain.
  public var domains: [Module] { roots.sorted { $0.key < $1.key }.map(\.value) }

  /// The modules that were made by looking them up, and for which nothing was ever registered, nor
  /// below them: mostly a wrong name.
  var unconfiguredModules: [Module] {
    table.values.filter { $0.isBare && $0.children.isEmpty }
      .sorted { $0.url.identity < $1.url.identity }
  }

  /// All modules, indented, with what is registered for each.
  public func debugTree() -> String {
    domains.map { $0.debugTree() }.joined(separator: "\n")
  }

  /// Notifies a handler after each change of the modules or the providers.
  func observeChanges<Owner: AnyObject>(
    owner: Owner, handler: @escaping @MainActor (Owner) -> Void
  ) -> Subscription {
    observers.add(owner: owner) { owner, _ in handler(owner) }
  }
}

extension ModuleRegistry {
  /// A module, and whether asking again would find the same.
  struct LookUp {
    var module: Module?
    var isFinal = true
  }

  func lookUp(_ url: ModuleURL) -> LookUp {
    let found = table[url.identity]
    if let found, providers.isEmpty || !found.isBare { return LookUp(module: found) }
    if providers.isEmpty { return LookUp(module: nil) }
    switch provision(of: url) {
    case .module(let configure):
      let module = makeModule(at: url)
      module.configure { configure(module) }
      return LookUp(module: module)
    case .notNow: return LookUp(module: found, isFinal: false)
    case .never: return LookUp(module: found)
    }
  }

  private func makeModule(at url: ModuleURL) -> Module {
    table[url.identity] ?? root(of: url).submodule(at: url.path)
  }

  private func root(of url: ModuleURL) -> Module {
    if let root = roots[url.domain] { return root }
    let url = ModuleURL(scheme: "mocoa", domain: url.domain, path: .root, options: [])
    let root = Module(url: url, parent: nil, registry: self)
    roots[url.domain] = root
    didAdd(root)
    return root
  }

  /// Enters one module into the table, without notifying observers.
  func remember(_ module: Module) { table[module.url.identity] = module }

  func didAdd(_ module: Module) {
    remember(module)
    didChange()
  }

  /// Drops one module from the table, without notifying observers.
  func forget(_ module: Module) { table[module.url.identity] = nil }

  func didRemove(_ module: Module) {
    if roots[module.url.domain] === module { roots[module.url.domain] = nil }
    didChange()
  }

  func didChange() {
    generation += 1
    observers.send(())
  }
}
