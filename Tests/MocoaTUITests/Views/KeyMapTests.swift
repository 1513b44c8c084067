import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// Tables of bindings, which hold the closures that they run.
@MainActor @Suite struct KeyMapTests {
  private final class Lamp: View {
    var isLit = false
    var calls: [String] = []
    override var canBecomeFocused: Bool { true }

    static let keys = KeyMap(
      for: Lamp.self, title: "Lamp",
      [
        .init("light", ["l"], help: "Switch on") { $0.isLit = true },
        .init("stop", [.escape], help: "Switch off", when: { $0.isLit }) { $0.isLit = false },
        .trying("stop", [.escape], help: "Try to stop") {
          $0.calls.append("tried")
          return $0.calls.count > 1
        },
        .init("stop", [.escape], help: "Stop", when: { _ in true }) { $0.calls.append("stopped") },
      ])
    override var keyMap: KeyMap { Self.keys }
  }

  @Test func theFirstAvailableBindingThatDoesNotDeclineIsRun() throws {
    let lamp = Lamp()
    let screen = try ScreenDriver(columns: 20, rows: 3, showing: lamp)
    screen.press("l")
    #expect(lamp.isLit)
    #expect(lamp.keyMap.binding(of: .escape, in: lamp)?.help == "Switch off")
    screen.press(.escape)
    #expect(!lamp.isLit && lamp.calls == [])
    #expect(lamp.keyMap.binding(of: .escape, in: lamp)?.help == "Try to stop")
    screen.press(.escape)
    #expect(lamp.calls == ["tried", "stopped"])
    screen.press(.escape)
    #expect(lamp.calls == ["tried", "stopped", "tried"])
    // The same by name.
    #expect(lamp.perform("light") && lamp.isLit && lamp.perform("stop") && !lamp.isLit)
    #expect(!lamp.perform("lost") && !screen.application.perform("lost"))
  }

  @Test func helpListsWhatIsAvailable() {
    let lamp = Lamp()
    #expect(lamp.keyMap.available(in: lamp).bindings.map(\.help).contains("Switch off") == false)
    lamp.isLit = true
    #expect(lamp.keyMap.available(in: lamp).bindings.map(\.help).contains("Switch off"))
  }

  @Test func bindingsAreReboundAndRemovedByName() {
    let lamp = Lamp()
    let keys = Lamp.keys.applying(KeyChanges(keys: ["light": ["x", .escape]]))
    #expect(keys.run("x", in: lamp) && lamp.isLit && !keys.run("l", in: lamp))
    #expect(keys.keys(for: "light") == ["x", .escape] && keys.keys(for: "stop") == [])
    let others = Lamp.keys.removing(["stop"])
    #expect(others.bindings.map(\.name) == ["light"] && others.bindings(of: .escape).isEmpty)
    var changes = KeyChanges()
    changes.reserved = ["l"]
    #expect(!Lamp.keys.applying(changes).run("l", in: lamp))
  }

  @Test func aKeyWithTwoUnconditionalBindingsIsAConflict() {
    #expect(Lamp.keys.conflicts == [])
    let other = KeyMap(
      for: Lamp.self,
      [
        .init("other", ["l"], help: "Other") { _ in },
        .init("third", [.escape], help: "Third", when: { _ in true }) { _ in },
      ])
    let both = Lamp.keys.appending(other)
    #expect(both.conflicts.map(\.key) == ["l"] && both.conflicts[0].names == ["light", "other"])
    #expect("\(both.conflicts[0])" == "the key l is bound to light and other")
  }

  @Test func bindingsAreForTheirTypeOfView() {
    #expect(!Lamp.keys.run("l", in: View()))
    #expect(Lamp.keys.available(in: View()).bindings.map(\.name) == ["light", "stop"])
  }

  @Test func boundBindingsDoNotRetainTheirView() {
    var lamp: Lamp? = Lamp()
    weak let released = lamp
    let bindings = lamp.map { $0.keyMap.bindings(in: $0) } ?? []
    #expect(bindings.perform("light", in: ()) && released?.isLit == true)
    lamp = nil
    #expect(released == nil && !bindings.perform("light", in: ()))
  }

  @Test func aPartHasBindingsThatItsContainerTakesOver() {
    final class Part { var isOn = false }
    final class Whole { var part: Part? }
    let binding = KeyBinding<Part>("on", ["o"], help: "On", when: { !$0.isOn }) { $0.isOn = true }
    let outer: KeyBinding<Whole> = binding.within { $0.part }
    let whole = Whole()
    #expect(!outer.isAvailable(in: whole) && !outer.run(in: whole))
    whole.part = Part()
    #expect(outer.isAvailable(in: whole) && outer.run(in: whole) && whole.part?.isOn == true)
    #expect(!outer.run(in: whole) && outer.keys == ["o"] && outer.name == "on")
    var order: [String] = []
    let wrapped = KeyBinding<Whole>("w", [], help: "") { _ in order.append("body") }
      .around { _, body in
        order.append("before")
        defer { order.append("after") }
        return body()
      }
    #expect(wrapped.run(in: whole) && order == ["before", "body", "after"])
  }
}
