import MocoaCore
import MocoaTestSupport
import Testing

/// Promises M about places and options.
@Suite @MainActor struct ModuleAttachingTests {
  let registry = ModuleRegistry()

  @Test(
    "M9: a subtree that is attached elsewhere is found there, with what was registered",
    .parity("1.2.12"))
  func aSubtreeMoves() throws {
    let module = registry["mocoa://c/old"]
    let cell = module.asSection.cell("x")
    cell.register(viewModel: ContactViewModel.self)
    let listener = Listener()
    registry.observeChanges(owner: listener) { listener, _ in listener.heard.append("change") }
      .store(in: &listener.subscriptions)
    try registry["mocoa://d/"].attach(module, as: "kind", "new")
    #expect(registry.module(at: "mocoa://c/old/x") == nil)
    #expect(registry.module(at: "mocoa://d/kind:new/x") === cell)
    #expect(cell.url == "mocoa://d/kind:new/x")
    #expect(cell.viewModelType == ContactViewModel.self)
    #expect(!listener.heard.isEmpty)
  }

  @Test("M9: a removed module can be attached again")
  func aRemovedModuleReturns() throws {
    let module = registry["mocoa://c/a"]
    let below = registry["mocoa://c/a/b"]
    module.remove()
    try registry["mocoa://c/"].attach(module, as: "", "z")
    #expect(registry.module(at: "mocoa://c/z/b") === below)
  }

  @Test("M4: a module below a removed one is in one place after it is attached elsewhere")
  func aModuleBelowARemovedOneMoves() throws {
    let module = registry["mocoa://c/a"]
    let below = registry["mocoa://c/a/b"]
    module.remove()
    try registry["mocoa://d/"].attach(below, as: "", "moved")
    #expect(module.submodules.isEmpty)
    try registry["mocoa://c/"].attach(module, as: "", "back")
    #expect(registry.module(at: "mocoa://d/moved") === below)
    #expect(registry.module(at: "mocoa://c/back/b") == nil)
  }

  @Test("M9: a place that is taken, below the module itself, or gone is refused", .parity("1.2.12"))
  func attachmentsAreRefused() throws {
    let module = registry["mocoa://c/a"]
    let below = registry["mocoa://c/a/b"]
    let gone = registry["mocoa://c/gone"]
    gone.remove()
    #expect {
      try below.attach(module, as: "", "x")
    } throws: {
      if case ModuleError.cycle("mocoa://c/a/b/x") = $0 { true } else { false }
    }
    #expect {
      try module.attach(registry["mocoa://c/other"], as: "", "b")
    } throws: {
      if case ModuleError.occupied("mocoa://c/a/b") = $0 { true } else { false }
    }
    #expect {
      try gone.attach(module, as: "", "x")
    } throws: {
      if case ModuleError.removed("mocoa://c/gone") = $0 { true } else { false }
    }
    #expect(registry.module(at: "mocoa://c/a/b") === below)
  }

  @Test("M10: modules that exist by a look-up alone are named", .parity("1.2.7"))
  func unconfiguredModulesAreNamed() {
    registry["mocoa://c/"].section.cell.register(viewModel: ContactViewModel.self)
    _ = registry["mocoa://c/typo"]
    #expect(registry.unconfiguredModules.map(\.url) == ["mocoa://c/typo"])
  }

  @Test("M11: options given by hand go before the query, and nil hides it", .parity("ten.9"))
  func optionsHaveAnOrder() {
    let url: ModuleURL = "mocoa://c/p?a=1&b=2&t=x&t=y&v&z=&on=yes&off=0&odd=maybe"
    let options = ModuleOptions(url: url, ["a": 7, "b": nil])
    #expect(options["a"] as? Int == 7)
    #expect(options.all("a") == ["7"])
    #expect(options.integer("a") == 7)
    #expect(options.contains("b"))
    #expect(options["b"] == nil)
    #expect(options.string("b") == nil)
    #expect(options.value("t", as: [String].self) == ["x", "y"])
    #expect(options.all("t") == ["x", "y"])
    #expect(options.contains("v"))
    #expect(options["v"] == nil)
    #expect(options.string("z") == "")
    #expect(!options.contains("missing"))
    #expect(options.bool("v") == true)
    #expect(options.bool("on") == true)
    #expect(options.bool("off") == false)
    #expect(options.bool("odd") == nil)
    #expect(ModuleOptions(url: url, ["on": false]).bool("on") == false)
    #expect(ModuleOptions().bool("on") == nil)
  }

  @Test("M8: parts are registered alone, and taken back", .parity("1.2.18", "1.2.19"))
  func partsAreRegisteredAlone() throws {
    let module = registry["mocoa://c/"].section.cell
    module.register(model: Contact.self)
    #expect(module.modelType == Contact.self)
    #expect(throws: ModuleError.self) { try module.makeViewModel(for: nil) }
    module.register(model: Int.self) { number in
      ContactViewModel(model: Contact(id: number, name: "\(number)"))
    }
    let made = try module.makeViewModel(for: 3) as? ContactViewModel
    #expect(made?.model.name == "3")
    module.register(view: .cell("Cell"))
    module.register(viewModel: ContactViewModel.self)
    #expect(module.view?.name == "Cell")
    module.register(model: Contact.self)
    module.unregister(.view)
    #expect(module.view == nil && module.viewModelType == ContactViewModel.self)
    module.unregister([.viewModel, .view])
    #expect(module.viewModelType == nil && module.modelType == Contact.self && !module.isBare)
    module.register(view: .cell("Cell"))
    module.unregister()
    #expect(module.isBare)
  }
}
