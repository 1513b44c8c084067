import MocoaCore
import Testing

@Suite @MainActor struct ModuleRegistryTests {
  let registry = ModuleRegistry()

  @Test("M3: finding makes nothing")
  func findingMakesNothing() {
    #expect(registry.module(at: "mocoa://c/a/b") == nil)
    #expect(registry.domains.isEmpty)
  }

  @Test("M3: making makes all above")
  func makingMakesAllAbove() {
    let module = registry["mocoa://c/a/kind:b"]
    #expect(module.kind == "kind")
    #expect(module.name == "b")
    #expect(registry.module(at: "https://C/a/kind:b/?x=1") === module)
    #expect(registry.module(at: "mocoa://c/a") === module.parent)
    #expect(registry["mocoa://c/a/kind:b"] === module)
  }

  @Test("M3: shortcuts are the paths that they say")
  func shortcutsAreThePathsTheySay() {
    let module = registry["mocoa://c/"]
    #expect(module.section.cell.url == "mocoa://c/:/:")
    #expect(module.section("s").cell("x").url == "mocoa://c/s/x")
    #expect(module.section.header.url == "mocoa://c/:/header:")
    #expect(module.section.footer("f").url == "mocoa://c/:/footer:f")
    #expect(module.list.url == "mocoa://c/list")
    #expect(module["header"]["x"] === module.header("x"))
    #expect(module["header"].modules.map(\.name) == ["x"])
  }

  @Test("M3: a name and a kind are different modules")
  func nameAndKindAreDifferentModules() {
    #expect(registry["mocoa://c/header"] !== registry["mocoa://c/header:"])
  }

  @Test("M4: a module that is removed goes with all below it")
  func removalTakesAllBelowOutOfTheTable() {
    let module = registry["mocoa://c/a"]
    let below = registry["mocoa://c/a/b/c"]
    module.remove()
    #expect(registry.module(at: "mocoa://c/a/b/c") == nil)
    #expect(registry["mocoa://c/a/b/c"] !== below)
    module.remove()
    #expect(registry.module(at: "mocoa://c/a/b/c") != nil)
  }

  @Test("M5: observers hear of every change once")
  func observersHearOfEveryChangeOnce() {
    let listener = Listener()
    registry.observeChanges(owner: listener) { listener.heard.append("\($0)") }
    let cell = registry["mocoa://c/a"]
    listener.heard = []
    cell.register(viewModel: ContactViewModel.self, view: .cell("ContactCell"))
    #expect(listener.heard == ["\(ModuleRegistryChange.configured("mocoa://c/a"))"])
    cell.remove()
    #expect(listener.heard.last == "\(ModuleRegistryChange.removed("mocoa://c/a"))")
  }

  @Test("M8: models that do not fit are errors")
  func registrationsThatDoNotFitAreErrors() throws {
    let cell = registry["mocoa://c/"].section.cell
    #expect(throws: ModelError.self) { try cell.makeViewModel(for: 1) }
    cell.register(viewModel: ContactViewModel.self)
    #expect(throws: ModelError.self) { try cell.makeViewModel(for: 1) }
    #expect(throws: ModelError.self) { try cell.makeViewModel(for: nil) }
    let contact = Contact(id: 1, name: "Ann")
    let made = try #require(try cell.makeViewModel(for: contact) as? ContactViewModel)
    #expect(made.model == contact)
    #expect(made.module === cell)
    #expect(made.state == .idle)
    let decoded = try cell.makeViewModel(for: EncodedRow(contact: contact)) as? ContactViewModel
    #expect(decoded?.model == contact)
    #expect(throws: ModelError.self) { try cell.makeViewModel(for: EncodedRow()) }
  }

  @Test("M6: providers are asked in order, and refusals are kept")
  func providersAreAskedInOrderAndRefusalsAreKept() {
    var asked: [String] = []
    registry.addProvider { url in
      asked.append("first \(url.identity)")
      return .never
    }
    registry.addProvider { url in
      asked.append("second \(url.identity)")
      guard url.identity == "c/b" else { return .notNow }
      return .module { $0.register(viewModel: ContactViewModel.self) }
    }
    #expect(registry.module(at: "mocoa://c/a") == nil)
    #expect(registry.module(at: "mocoa://c/a") == nil)
    #expect(asked == ["first c/a", "second c/a", "second c/a"])
    #expect(registry.module(at: "mocoa://c/b")?.viewModelType == ContactViewModel.self)
    asked = []
    registry.invalidateProviders()
    #expect(registry.module(at: "mocoa://c/a") == nil)
    #expect(asked == ["first c/a", "second c/a"])
  }

  @Test("M6: a provider may look up what it is asked for")
  func aProviderMayLookUpWhatItIsAskedFor() {
    registry.addProvider { [registry] url in registry.module(at: url) == nil ? .never : .notNow }
    #expect(registry.module(at: "mocoa://c/a") == nil)
  }

  @Test("M12: the tree can be printed")
  func debugTree() {
    let module = registry["mocoa://c/"]
    module.section.cell.register(viewModel: ContactViewModel.self, view: .cell("ContactCell"))
    module.section("b").header.register(view: .cell("Title"))
    #expect(
      registry.debugTree() == """
        mocoa://c/
          :
            : (model Contact, view model ContactViewModel, cell ContactCell)
          b
            header: (cell Title)
        """)
  }
}
