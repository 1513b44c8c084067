import MocoaTestSupport
import Testing

@testable import MocoaCore

/// The changes of a registry, and the lists that they concern.
@Suite @MainActor struct ModuleChangeTests {
  @Test("K6: observers of a registry are notified of the address that has changed")
  func changesHaveAnAddress() throws {
    let registry = ModuleRegistry()
    let listener = Listener()
    registry.observeChanges(owner: listener) { listener, change in
      let address = change.url.map { "\($0)" } ?? "all"
      listener.heard.append(address + (change.includesDescendants ? " and below" : ""))
    }
    .store(in: &listener.subscriptions)
    let cell = registry["mocoa://c/"].section.cell
    cell.register(viewModel: ContactViewModel.self, view: .cell("C"))
    try registry["mocoa://d/"].attach(cell, as: .cell, "x")
    registry["mocoa://d/"].remove()
    registry.invalidateProviders()
    #expect(
      listener.heard == [
        "mocoa://c/", "mocoa://c/:", "mocoa://c/:/:", "mocoa://c/:/:", "mocoa://d/",
        "mocoa://c/:/: and below", "mocoa://d/x and below", "mocoa://d/ and below",
        "all and below",
      ])
  }

  @Test("K6: a list is notified of changes of its modules only")
  func otherModulesCostAListNothing() {
    let fixture = ContactList(RowSection(contacts("ab")))
    let listener = Listener()
    fixture.list.observeChanges(owner: listener) { listener, change in
      guard case .modules(let change) = change else { return }
      listener.heard.append(change.url.map { "\($0)" } ?? "all")
    }
    .store(in: &listener.subscriptions)
    let (a, registry) = (fixture.cell(0, 0), fixture.registry)
    _ = registry["mocoa://other/a/b/c"]
    registry["mocoa://other/"].section.cell.register(
      viewModel: ContactViewModel.self, view: .cell("C"))
    registry["mocoa://contacts/"].register(view: ModuleView(.page, name: "Page") { StubView() })
    _ = registry["mocoa://contacts/:/:/below"]
    #expect(listener.heard.isEmpty)
    #expect(a.resolvedGeneration == fixture.list.resolver.generation)
    registry["mocoa://contacts/:/other"].register(
      viewModel: ContactViewModel.self, view: .cell("Other"))
    #expect(Set(listener.heard) == ["mocoa://contacts/:/other"])
    #expect(fixture.cell(0, 0) === a)
    registry["mocoa://contacts/"].remove()
    #expect(listener.heard.last == "mocoa://contacts/")
    #expect(fixture.cell(0, 0).isPlaceholder)
  }

  @Test("K6: only what depends on a module is looked up again")
  func onlyDependentResultsAreDiscarded() {
    let registry = ModuleRegistry()
    let module = registry["mocoa://c/"]
    let resolver = ModuleResolver(module: module)
    let names = ["x", "y"].flatMap { name in
      ["s", "t"].map { ElementName(section: $0, kind: .cell, name: ModuleName(checked: name)) }
    }
    func cached(after change: () -> Void) -> [String] {
      for name in names { _ = resolver.resolve(name) }
      change()
      return names.filter { resolver.cache[$0] != nil }.map(\.description)
    }
    _ = module.section("s").cell("x")
    #expect(
      cached { module.section("s").cell("x").register(view: .cell("C")) }
        == ["t::x", "s::y", "t::y"])
    #expect(cached { module.section.cell("x").register(view: .cell("C")) } == ["s::y", "t::y"])
    #expect(cached { module.section("s").cell.register(view: .cell("C")) } == ["t::x", "t::y"])
    #expect(cached { module.section("s").header.register(view: .cell("C")) }.count == 4)
    #expect(cached { module.section("s").register(model: Int.self) }.count == 4)
    #expect(cached { module.section.cell.register(view: .cell("C")) }.isEmpty)
    #expect(cached { module.section("t").remove() }.isEmpty)
  }
}
