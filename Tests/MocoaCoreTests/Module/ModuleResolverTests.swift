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

  @Test("M7: a module counts only with a view and a view model", .parity("1.3.4"))
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

  @Test("M7: a page is no element")
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
}
