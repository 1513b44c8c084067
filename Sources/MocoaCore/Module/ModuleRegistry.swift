/// A registry of modules by address, with one tree for each domain.
///
/// `module(at:)` returns a module if it exists; `registry[url]` creates it on demand. A program has
/// a shared registry; tests create their own.
@MainActor public final class ModuleRegistry {
  /// The default registry.
  public static let shared = ModuleRegistry()

  /// Called with diagnostics.
  ///
  /// ```swift
  /// registry.logger = { log.warning("\($0)") }
  /// ```
  /// Without a logger, debug builds collect them: ``debugTree()`` lists them, and an application
  /// prints them to standard error when its interface has ended. Release builds ignore them.
  public var logger: (@MainActor (Diagnostic) -> Void)?

  /// The collected diagnostics, each with the number of times it was reported.
  private var collected: [(text: String, count: Int)] = []
  private var omittedCount = 0

  /// The providers, in the order in which they are called.
  var providers: [ModuleProvider] = []
  /// The addresses for which providers are being called, so that their own lookups end.
  var pendingAddresses: Set<String> = []
  private var table: [String: Module] = [:]
  private var roots: [String: Module] = [:]
  /// The resolvers, which are notified before the observers.
  let resolvers = ObserverList<ModuleChange>()
  private let observers = ObserverList<ModuleChange>()

  /// Creates an empty registry.
  public init() {}

  /// Returns the module at an address, if it exists or a provider supplies it.
  ///
  /// - Complexity: One lookup in a dictionary of strings for an existing module.
  public func module(at url: ModuleURL) -> Module? {
    providers.isEmpty ? table[url.identity] : lookUp(url).module
  }

  /// Returns the module at an address, created on demand with its ancestors.
  public subscript(url: ModuleURL) -> Module {
    lookUp(url).module ?? makeModule(at: url)
  }

  /// Returns the root module of a domain, created on demand.
  ///
  /// - Throws: A `ModuleURLError` if the text is not a valid domain.
  public func domain(_ name: String) throws -> Module { self[try ModuleURL(domain: name)] }

  /// The root modules, ordered by domain.
  public var domains: [Module] { roots.sorted { $0.key < $1.key }.map(\.value) }

  /// The modules without registrations and children, mostly created by looking up a wrong name.
  public var unconfiguredModules: [Module] {
    table.values.filter { $0.isBare && $0.children.isEmpty }
      .sorted { $0.url.identity < $1.url.identity }
  }

  /// Returns an indented tree of all modules, with their registrations, and collected diagnostics.
  public func debugTree() -> String {
    let diagnostics = diagnosticLines.map { "diagnostic: \($0)" }
    return (domains.map { $0.debugTree() } + diagnostics).joined(separator: "\n")
  }

  /// Reports a diagnostic to the logger; without one, collects it in debug builds.
  package func report(_ diagnostic: Diagnostic) {
    if let logger { return logger(diagnostic) }
    #if DEBUG
      // Drawing takes long in a debug build anyway.
      if case .slowDrawing = diagnostic { return }
      let text = "\(diagnostic)"
      if let index = collected.firstIndex(where: { $0.text == text }) {
        collected[index].count += 1
      } else if collected.count < 100 {
        collected.append((text, 1))
      } else {
        omittedCount += 1
      }
    #endif
  }

  /// The collected diagnostics, one in a line.
  package var diagnosticLines: [String] {
    collected.map { $0.count == 1 ? $0.text : "\($0.text) (\($0.count) times)" }
      + (omittedCount == 0 ? [] : ["\(omittedCount) more diagnostics"])
  }

  /// Calls a handler after each change of the modules or the providers.
  ///
  /// The observation ends when the owner is released, or the subscription is cancelled or released.
  public func observeChanges<Owner: AnyObject>(
    owner: Owner, handler: @escaping @MainActor (Owner, ModuleChange) -> Void
  ) -> Subscription {
    observers.add(owner: owner, handler: handler)
  }
}

extension ModuleRegistry {
  /// The result of a lookup, and whether it is final until the registry changes.
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
    let root = SectionModule(url: url, parent: nil, registry: self)
    roots[url.domain] = root
    didAdd(root)
    return root
  }

  /// Adds a module to the table of addresses, without notifying observers.
  func remember(_ module: Module) { table[module.url.identity] = module }

  func didAdd(_ module: Module) {
    remember(module)
    didChange(ModuleChange(url: module.url))
  }

  /// Removes a module from the table of addresses, without notifying observers.
  func forget(_ module: Module) {
    table[module.url.identity] = nil
    invalidateProvision(of: module)
  }

  func didRemove(_ module: Module) {
    if roots[module.url.domain] === module { roots[module.url.domain] = nil }
    didChange(ModuleChange(url: module.url, includesDescendants: true))
  }

  func didChange(_ change: ModuleChange) {
    resolvers.send(change)
    observers.send(change)
  }
}
