/// The response of a provider to the request of a module.
public enum ModuleProvision {
  /// The provider supplies the module: it is created, and then configured by the closure.
  case module(@MainActor (Module) -> Void)
  /// The provider may supply the module later; the request is repeated.
  case notNow
  /// The provider will not supply the module; the request is not repeated.
  case never
}

/// A provider of a registry, and the addresses for which it has given a final answer.
@MainActor final class ModuleProvider {
  let provide: @MainActor (ModuleURL) -> ModuleProvision
  var refused: Set<String> = []
  /// The addresses of existing modules that it has supplied, possibly without registrations.
  var supplied: Set<String> = []

  init(_ provide: @escaping @MainActor (ModuleURL) -> ModuleProvision) { self.provide = provide }
}

extension ModuleRegistry {
  /// Adds a provider after the existing ones, which take precedence.
  ///
  /// The provider is removed when the subscription is cancelled or released.
  ///
  /// Providers are called for addresses without a module, and for modules without registrations,
  /// unless a provider has supplied the module. If a provider looks up the address for which it is
  /// called, the existing module is found.
  public func addProvider(
    _ provider: @escaping @MainActor (ModuleURL) -> ModuleProvision
  ) -> Subscription {
    let provider = ModuleProvider(provider)
    providers.append(provider)
    didChange(.everything)
    return Subscription { [weak self] in
      self?.providers.removeAll { $0 === provider }
      self?.didChange(.everything)
    }
  }

  /// Returns the response of the first provider that supplies a module; else whether one may later.
  func provision(of url: ModuleURL) -> ModuleProvision {
    let identity = url.identity
    guard pendingAddresses.insert(identity).inserted else { return .notNow }
    defer { pendingAddresses.remove(identity) }
    var isFinal = true
    for provider in providers where !provider.refused.contains(identity) {
      if provider.supplied.contains(identity) { return .never }
      switch provider.provide(url) {
      case .module(let configure):
        provider.supplied.insert(identity)
        return .module(configure)
      case .notNow: isFinal = false
      case .never: provider.refused.insert(identity)
      }
    }
    return isFinal ? .never : .notNow
  }

  /// Invalidates the answers of the providers, so that requests are repeated.
  public func invalidateProviders() {
    for provider in providers { (provider.refused, provider.supplied) = ([], []) }
    didChange(.everything)
  }

  /// Invalidates that a provider has supplied a module, which was removed or unregistered.
  func invalidateProvision(of module: Module) {
    for provider in providers { provider.supplied.remove(module.url.identity) }
  }
}
