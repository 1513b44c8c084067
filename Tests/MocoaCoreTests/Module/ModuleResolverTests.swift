import MocoaTestSupport
import Testing

@testable import MocoaCore

@Suite @MainActor struct ModuleResolverTests {
  let registry = ModuleRegistry()
  let list: Module
  let resolver: ModuleResolver

  init() {
    list = registry["mocoa://c/"]
    resolver = ModuleResolver(module: list)
  }

  private func found(_ element: ElementName) -> String? {
    guard case .module(let resolved) = resolver.resolve(element) else { return nil }
    return resolved.module.url.path.description
  }

  private func register(_ module: Module) {
    module.register(viewModel: ContactViewModel.self, view: .cell("ContactCell"))
  }

  /// All sixteen sets of registered modules: the first in the order of fallback is taken.
  @Test(
    "M7: all sixteen sets of registered modules fall back in order",
    .parity("1.1.9", "1.3.2", "1.3.3", "1.9.19", "ten.4"))
  func fallbackOrder() {
    let order = ["/s/kind:x", "/s/kind:", "/:/kind:x", "/:/kind:"]
    let modules = [("s", "x"), ("s", ""), ("", "x"), ("", "")].map { (section, name) in
      (ModuleName(checked: section), ModuleName(checked: name))
    }
    func module(_ index: Int) -> Module {
      list.section(modules[index].0)["kind", modules[index].1]
    }
    let element = ElementName(section: "s", kind: "kind", name: "x")
    for set in 0..<16 {
      let present = (0..<4).filter { set >> $0 & 1 == 1 }
      for index in present { register(module(index)) }
      #expect(found(element) == present.first.map { order[$0] })
      if let first = present.first, case .module(let resolved) = resolver.resolve(element) {
        #expect(
          "/\(resolved.reuseKey)" == "/" + ["s:kind:x", "s:kind:", ":kind:x", ":kind:"][first])
      }
      for index in present { module(index).unregister() }
    }
  }

  @Test(
    "M7: a module counts only with a view and a view model",
    .parity("1.1.7", "1.3.2", "1.3.4", "ten.4"))
  func aModuleCountsOnlyWithViewAndViewModel() {
    let element = ElementName(section: "s", kind: .cell, name: "x")
    list.section("s").cell("x").register(viewModel: ContactViewModel.self)
    list.section("s").cell.register(view: .cell("ContactCell"))
    list.section.cell("x").register(model: Contact.self)
    let missing: [String?] = ["view", "view model", "view and no view model", "module"]
    guard case .placeholder(let reason) = resolver.resolve(element) else {
      Issue.record("A placeholder was expected.")
      return
    }
    #expect(reason.attempts.map(\.missing) == missing)
    #expect(
      reason.attempts.map(\.url.identity) == ["c/s/x", "c/s/:", "c/:/x", "c/:/:"])
    register(list.section.cell)
    #expect(found(element) == "/:/:")
    #expect(resolver.explain(element).map(\.missing) == missing.dropLast() + [nil])
  }

  @Test("M7: default names are tried once")
  func defaultNamesAreTriedOnce() {
    let element = ElementName(section: .default, kind: .header, name: .default)
    #expect(resolver.explain(element).map(\.url.identity) == ["c/:/header:"])
  }

  @Test("M7: a page is no element", .parity("1.2.19"))
  func aPageIsNoElement() {
    list.section.cell.register(
      viewModel: ContactViewModel.self,
      view: ModuleView(.page, name: "Page") { StubView() })
    #expect(found(ElementName(section: .default, kind: .cell, name: .default)) == nil)
  }

  @Test("M7: without a module nothing is tried")
  func withoutAModuleNothingIsTried() {
    let resolver = ModuleResolver(module: nil)
    let element = ElementName(section: .default, kind: .cell, name: .default)
    guard case .placeholder(let reason) = resolver.resolve(element) else {
      Issue.record("A placeholder was expected.")
      return
    }
    #expect(reason.attempts.isEmpty)
  }

  @Test("M6: an element is looked up again after a provider has said \"not now\"")
  func notNowIsNotKept() {
    let name = ElementName(section: .default, kind: .cell, name: .default)
    let listener = Listener()
    let provider = registry.addProvider { _ in
      listener.heard.contains("now")
        ? .module { $0.register(viewModel: ContactViewModel.self, view: .cell("C")) } : .notNow
    }
    guard case .placeholder = resolver.resolve(name) else {
      Issue.record("A placeholder was expected.")
      return
    }
    listener.heard.append("now")
    guard case .module = resolver.resolve(name) else {
      Issue.record("A module was expected.")
      return
    }
    provider.cancel()
  }

  @Test("defect K6: only what depends on a module is looked up again")
  func onlyDependentResultsAreDiscarded() {
    let names = ["x", "y"].flatMap { name in
      ["s", "t"].map { ElementName(section: $0, kind: .cell, name: ModuleName(checked: name)) }
    }
    func cached(after change: () -> Void) -> [String] {
      for name in names { _ = resolver.resolve(name) }
      change()
      return names.filter { resolver.cache[$0] != nil }.map(\.description)
    }
    _ = list.section("s").cell("x")
    #expect(
      cached { list.section("s").cell("x").register(view: .cell("C")) }
        == ["t::x", "s::y", "t::y"])
    #expect(cached { list.section.cell("x").register(view: .cell("C")) } == ["s::y", "t::y"])
    #expect(cached { list.section("s").cell.register(view: .cell("C")) } == ["t::x", "t::y"])
    #expect(cached { list.section("s").header.register(view: .cell("C")) }.count == 4)
    #expect(cached { list.section("s").register(model: Int.self) }.count == 4)
    #expect(cached { list.section.cell.register(view: .cell("C")) }.isEmpty)
    #expect(cached { list.section("t").remove() }.isEmpty)
  }

  @Test("defect K6: a module elsewhere has none of the cells of a list looked up again")
  func otherModulesCostAListNothingInLookups() {
    let fixture = ContactList(RowSection(contacts("a")))
    let cell = fixture.cell(0, 0)
    fixture.registry["mocoa://other/a"].register(
      viewModel: ContactViewModel.self, view: .cell("C"))
    #expect(cell.resolvedGeneration == fixture.list.resolver.generation)
  }
}
