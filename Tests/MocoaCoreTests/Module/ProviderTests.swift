import MocoaCore
import MocoaTestSupport
import Testing

/// Providers that register only parts of a module, or nothing.
@Suite @MainActor struct ProviderTests {
  let registry = ModuleRegistry()

  @Test("defect K5: a provider that leaves a module without registrations is asked once")
  func aBareModuleIsProvidedOnce() {
    let listener = Listener()
    let provider = registry.addProvider { url in
      listener.heard.append(url.identity)
      return url.identity == "c/:"
        ? .module { $0.asSection.cell.register(viewModel: ContactViewModel.self, view: .cell("C")) }
        : .module { _ in }
    }
    defer { provider.cancel() }
    #expect(registry.module(at: "mocoa://c/:") != nil)
    var changes: [ModuleChange] = []
    let observation = registry.observeChanges(owner: listener) { changes.append($1) }
    defer { observation.cancel() }
    for _ in 0..<3 { #expect(registry.module(at: "mocoa://c/:") != nil) }
    for _ in 0..<3 { #expect(registry.module(at: "mocoa://c/:/empty") != nil) }
    #expect(listener.heard == ["c/:", "c/:/empty"])
    // The empty module was created, and nothing else has changed.
    #expect(changes.map(\.url) == ["mocoa://c/:/empty"])
    registry.module(at: "mocoa://c/:/empty")?.remove()
    #expect(registry.module(at: "mocoa://c/:/empty") != nil)
    registry.invalidateProviders()
    #expect(registry.module(at: "mocoa://c/:/empty") != nil)
    #expect(listener.heard == ["c/:", "c/:/empty", "c/:/empty", "c/:/empty"])
  }

  @Test("defect K5: cells of a provider's section stay when they are looked up again")
  func cellsOfAProviderStay() {
    let provider = registry.addProvider { url in
      guard url.identity == "c/:" else { return .never }
      return .module {
        $0.asSection.cell.register(viewModel: ContactViewModel.self, view: .cell("C"))
      }
    }
    defer { provider.cancel() }
    let list = ListViewModel(model: RowSection(contacts("ab")), module: registry["mocoa://c/"])
    list.ready()
    let cell = list.cellViewModel(at: [0, 0])
    #expect(cell is ContactViewModel)
    list.model = RowSection(contacts("abc"))
    #expect(list.cellViewModel(at: [0, 0]) === cell)
  }
}
