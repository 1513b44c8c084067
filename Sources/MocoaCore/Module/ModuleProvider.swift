/// What a provider answers when it is asked for a module.
public enum ModuleProvision {
  /// The provider has the module: it is made, and then configured by the closure.
  case module(@MainActor (Module) -> Void)
  /// The provider may have the module later, and is asked again.
  case notNow
  /// The provider will not have the module; it is not asked for it again.
  case never
}

/// The providers of a registry, in the order in which they are asked.
@MainActor struct ModuleProviderChain {
  typealias Provider = @MainActor (ModuleURL) -> ModuleProvision

  private struct Link {
    var id: Int
    var provider: Provider
    /// The addresses that this provider will never have.
    var refused: Set<String> = []
  }

  private var links: [Link] = []
  private var nextID = 0

  /// The addresses that are being asked for, so that a provider's own look-ups end.
  var pending: Set<String> = []

  var isEmpty: Bool { links.isEmpty }

  mutating func add(_ provider: @escaping Provider) -> Int {
    nextID += 1
    links.append(Link(id: nextID, provider: provider))
    return nextID
  }

  mutating func remove(_ id: Int) { links.removeAll { $0.id == id } }

  /// The providers, with their numbers.
  func candidates(for identity: String) -> [(id: Int, provider: Provider)] {
    links.filter { !$0.refused.contains(identity) }.map { ($0.id, $0.provider) }
  }

  mutating func refuse(_ identity: String, by id: Int) {
    guard let index = links.firstIndex(where: { $0.id == id }) else { return }
    links[index].refused.insert(identity)
  }

  mutating func forgetRefusals() {
    for index in links.indices { links[index].refused = [] }
  }
}

extension ModuleRegistry {
  /// Adds a provider after the present ones; the first that has a module supplies it.
  ///
  /// The provider stays until the subscription is cancelled or released.
  ///
  /// Providers are asked for addresses without a module and for modules with nothing registered.
  /// While a provider is asked for an address, looking that address up finds what is there.
  public func addProvider(
    _ provider: @escaping @MainActor (ModuleURL) -> ModuleProvision
  ) -> Subscription {
    let id = providers.add(provider)
    didChange()
    return Subscription { [weak self] in
      self?.providers.remove(id)
      self?.didChange()
    }
  }

  /// What the first provider that has a module answers, or else whether one may have it later.
  func provision(of url: ModuleURL) -> ModuleProvision {
    let identity = url.identity
    guard providers.pending.insert(identity).inserted else { return .notNow }
    defer { providers.pending.remove(identity) }
    var isFinal = true
    for (id, provider) in providers.candidates(for: identity) {
      switch provider(url) {
      case .module(let configure): return .module(configure)
      case .notNow: isFinal = false
      case .never: providers.refuse(identity, by: id)
      }
    }
    return isFinal ? .never : .notNow
  }

  /// Forgets which modules the providers refused, so that they are asked once more.
  public func invalidateProviders() {
    providers.forgetRefusals()
    didChange()
  }
}
