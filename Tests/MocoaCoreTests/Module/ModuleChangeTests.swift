import MocoaCore
import MocoaTestSupport
import Testing

/// The changes of a registry, and the lists that they concern.
@Suite @MainActor struct ModuleChangeTests {
  @Test("M5, defect K6: observers of a registry are notified of the address that has changed")
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

  @Test("M5, defect K6: a list is notified of changes of its modules only")
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
    registry["mocoa://contacts/:/other"].register(
      viewModel: ContactViewModel.self, view: .cell("Other"))
    #expect(Set(listener.heard) == ["mocoa://contacts/:/other"])
    #expect(fixture.cell(0, 0) === a)
    registry["mocoa://contacts/"].remove()
    #expect(listener.heard.last == "mocoa://contacts/")
    #expect(fixture.cell(0, 0).isPlaceholder)
  }
}
