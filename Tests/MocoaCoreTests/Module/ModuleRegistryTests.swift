import MocoaCore
import MocoaTestSupport
import Testing

@Suite @MainActor struct ModuleRegistryTests {
  let registry = ModuleRegistry()

  @Test("M3: finding makes nothing", .parity("1.2.1", "1.2.6", "1.2.11"))
  func findingMakesNothing() {
    #expect(registry.module(at: "mocoa://c/a/b") == nil)
    #expect(registry.domains.isEmpty)
    let domain = registry["mocoa://c/"]
    #expect(domain.existingSubmodule(.section, "a") == nil)
    #expect(domain.submodules.isEmpty)
    #expect(domain.existingSubmodule(.section, "a") !== domain.section("a"))
    #expect(domain.existingSubmodule(.section, "a") === domain.section("a"))
    #expect(registry.domains.map(\.url) == ["mocoa://c/"])
    #expect(ModuleRegistry().module(at: "mocoa://c/") == nil)
    #expect(ModuleRegistry.shared.module(at: "mocoa://c/") == nil)
  }

  @Test("M3: making makes all above", .parity("1.2.6", "1.2.14"))
  func makingMakesAllAbove() {
    let module = registry["mocoa://c/a/kind:b"]
    #expect(module.kind == "kind")
    #expect(module.name == "b")
    #expect(registry.module(at: "https://C/a/kind:b/?x=1") === module)
    #expect(registry.module(at: "mocoa://c/a") === module.parent)
    #expect(module.parent?.existingSubmodule("kind", "b") === module)
    #expect(registry["mocoa://c/a/kind:b"] === module)
  }

  @Test(
    "M3: shortcuts are the paths that they say",
    .parity("1.1.7", "1.1.8", "1.2.10", "1.2.13", "1.2.15"))
  func shortcutsAreThePathsTheySay() {
    let module = registry["mocoa://c/"]
    #expect(module.section.cell.url == "mocoa://c/:/:")
    #expect(module.section("s").cell("x").url == "mocoa://c/s/x")
    #expect(module.section.header.url == "mocoa://c/:/header:")
    #expect(module.section.footer("f").url == "mocoa://c/:/footer:f")
    #expect(module.list.url == "mocoa://c/list")
    #expect(module.section["header", "x"] === module.section.header("x"))
    #expect(module.section["header"] === module.section.header)
    #expect(module.submodule("kind", "x") === module["kind", "x"])
    #expect(module.submodule("kind", "x").url == "mocoa://c/kind:x")
    // defect C22: the constants were not compared with what they say.
    #expect(ModuleName.default.description == "")
    #expect(
      [ModuleKind.section, .cell, .header, .footer].map(\.description)
        == ["", "", "header", "footer"])
  }

  @Test("M3: a name and a kind are different modules")
  func nameAndKindAreDifferentModules() {
    #expect(registry["mocoa://c/header"] !== registry["mocoa://c/header:"])
  }

  @Test("M4: a module that is removed goes with all below it", .parity("1.2.4"))
  func removalTakesAllBelowOutOfTheTable() {
    let module = registry["mocoa://c/a"]
    let below = registry["mocoa://c/a/b/c"]
    module.remove()
    #expect(registry.module(at: "mocoa://c/a/b/c") == nil)
    #expect(registry["mocoa://c/a/b/c"] !== below)
    module.remove()
    #expect(registry.module(at: "mocoa://c/a/b/c") != nil)
  }

  @Test("M5: observers are notified of every change once", .parity("1.2.4"))
  func observersAreNotifiedOfEveryChangeOnce() {
    let listener = Listener()
    let cell = registry["mocoa://c/a"]
    registry.observeChanges(owner: listener) { listener, _ in listener.heard.append("change") }
      .store(in: &listener.subscriptions)
    cell.register(viewModel: ContactViewModel.self, view: .cell("ContactCell"))
    #expect(listener.heard == ["change"])
    cell.register(model: Int.self)
    cell.register(view: .cell("OtherCell"))
    cell.unregister()
    #expect(listener.heard.count == 4)
    cell.remove()
    #expect(listener.heard.count == 5)
    let other = registry["mocoa://c/b"]
    #expect(listener.heard.count == 6)
    #expect(registry["mocoa://c/b"] === other && listener.heard.count == 6)
  }

  @Test("M8: models that do not fit are errors", .parity("1.2.20", "1.4.10"))
  func registrationsThatDoNotFitAreErrors() throws {
    let cell = registry["mocoa://c/"].section.cell
    var error = #expect(throws: ModuleError.self) { try cell.makeViewModel(for: 1) }
    guard case .noViewModel("mocoa://c/:/:") = error else {
      Issue.record("\(error as Any)")
      return
    }
    cell.register(viewModel: ContactViewModel.self)
    for (model, type) in [(1, Int.self), (nil, Any?.self)] as [(Int?, Any.Type)] {
      error = #expect(throws: ModuleError.self) { try cell.makeViewModel(for: model) }
      guard case .wrongModel(let expected, let found) = error else {
        Issue.record("\(error as Any)")
        return
      }
      #expect(expected == Contact.self && found == type)
    }
    let contact = Contact(id: 1, name: "Ann")
    let made = try #require(try cell.makeViewModel(for: contact) as? ContactViewModel)
    #expect(made.model == contact)
    #expect(made.module === cell)
    #expect(!made.isReady)
    let decoded = try cell.makeViewModel(for: EncodedRow(contact: contact)) as? ContactViewModel
    #expect(decoded?.model == contact)
    #expect(throws: ModuleError.self) { try cell.makeViewModel(for: EncodedRow()) }
  }

  @Test("M6: providers are asked in order, and refusals are kept", .parity("1.2.2", "1.2.5"))
  func providersAreAskedInOrderAndRefusalsAreKept() {
    var asked: [String] = []
    let first = registry.addProvider { url in
      asked.append("first \(url.identity)")
      return .never
    }
    let second = registry.addProvider { url in
      asked.append("second \(url.identity)")
      guard url.identity == "c/b" else { return .notNow }
      return .module { $0.register(viewModel: ContactViewModel.self) }
    }
    #expect(registry.module(at: "mocoa://c/a") == nil)
    #expect(registry.module(at: "mocoa://c/a") == nil)
    #expect(asked == ["first c/a", "second c/a", "second c/a"])
    #expect(registry.module(at: "mocoa://c/b")?.viewModelType == ContactViewModel.self)
    asked = []
    #expect(registry.module(at: "mocoa://c/b") != nil && asked.isEmpty)
    registry.invalidateProviders()
    #expect(registry.module(at: "mocoa://c/a") == nil)
    #expect(asked == ["first c/a", "second c/a"])
    first.cancel()
    second.cancel()
    #expect(registry.module(at: "mocoa://c/d") == nil)
    #expect(asked.count == 2)
  }

  @Test("M6: a provider may look up what it is asked for", .parity("1.2.5"))
  func aProviderMayLookUpTheRequestedModule() {
    let module = registry["mocoa://c/b"]
    var found: [Module?] = []
    let provider = registry.addProvider { [registry] url in
      found.append(registry.module(at: url))
      return .notNow
    }
    #expect(registry.module(at: "mocoa://c/a") == nil)
    #expect(registry.module(at: "mocoa://c/b") === module)
    #expect(found.map { $0 === module } == [false, true])
    provider.cancel()
  }

  // defect C22: the row named a test that says nothing about what a domain holds.
  @Test("M3: a domain holds the modules that were made, and nothing else", .parity("1.2.3"))
  func aDomainHoldsTheModulesThatWereMade() {
    #expect(registry.module(at: "mocoa://c/a") == nil)
    #expect(registry.debugTree().isEmpty)
    let module: Module = registry["mocoa://c/a"]
    #expect(registry.module(at: "mocoa://c/a") === module)
    #expect(registry.debugTree() == "mocoa://c/\n  a")
    module.parent?.remove()
    #expect(registry.debugTree().isEmpty)
  }

  @Test("M12: the tree can be printed", .parity("1.2.16", "1.2.17", "1.2.18"))
  func debugTree() {
    let module = registry["mocoa://c/"]
    module.section.cell.register(viewModel: ContactViewModel.self, view: .cell("ContactCell"))
    module.section("b").header.register(view: .cell("Title"))
    _ = module["z", "a"]
    #expect(module.submodules.map(\.url) == ["mocoa://c/:", "mocoa://c/b", "mocoa://c/z:a"])
    #expect(
      registry.debugTree() == """
        mocoa://c/
          :
            : (model Contact, view model ContactViewModel, cell ContactCell)
          b
            header: (cell Title)
          z:a
        """)
  }
}
