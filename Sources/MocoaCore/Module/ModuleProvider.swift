/// What a provider answers when it is requested a module.
public enum ModuleProvision {
  /// The provider has the module: it is made, and then configured by the closure.
  case module(@MainActor (Module) -> Void)
  /// The provider may have the module later, and is asked again.
  case notNow
  /// The provider will not have the module; it is not requested it again.
  case never
}

/// A provider of a registry, and the addresses that it will never have.
@MainActor final class ModuleProvider {
  let provide: @MainActor (ModuleURL) -> ModuleProvision
  var refused: Set<String> = []

  init(_ provide: @escaping @MainActor (ModuleURL) -> ModuleProvision) { self.provide = provide }
}

extension ModuleRegistry {
  /// Adds a provider after the present ones; the first that has a module supplies it.
  ///
  /// The provider stays until the subscription is cancelled or released.
  ///
  /// Providers are requested addresses without a module and for modules with nothing registered.
  /// While a provider is requested an address, looking that address up finds what is there.
  public func addProvider(
    _ provider: @escaping @MainActor (ModuleURL) -> ModuleProvision
  ) -> Subscription {
    let provider = ModuleProvider(provider)
    providers.append(provider)
    didChange()
    return Subscription { [weak self] in
      self?.providers.removeAll { $0 === provider }
      self?.didChange()
    }
  }

  /// What the first provider that has a module answers, or else whether one may have it later.
  func provision(of url: ModuleURL) -> ModuleProvision {
    let identity = url.identity
    guard pendingAddresses.insert(identity).inserted else { return .notNow }
    defer { pendingAddresses.remove(identity) }
    var isFinal = true
    for provider in providers where !provider.refused.contains(identity) {
      switch provider.provide(url) {
      case .module(let configure): return .module(configure)
      case .notNow: isFinal = false
      case .never: provider.refused.insert(identity)
      }
    }
    return isFinal ? .never : .notNow
  }

  /// Forgets which modules the providers refused, so that they are asked once more.
  public func invalidateProviders() {
    for provider in providers { provider.refused = [] }
    didChange()
  }
}
