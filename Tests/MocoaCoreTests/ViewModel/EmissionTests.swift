import MocoaCore
import MocoaTestSupport
import Testing

extension EmissionKey<Int> {
  fileprivate static var score: Self { "score" }
}

/// Writes down what it receives by two keys.
private final class Receiver: ViewModel {
  var scores: [Int] = []
  var names: [String] = []

  override func receive(_ emission: Emission) -> EmissionResponse {
    if let score = emission[.score] {
      scores.append(score)
    } else if let name: String = emission[.select] {
      names.append(name)
    } else {
      return .forward
    }
    return .handled
  }
}

@Suite @MainActor struct EmissionTests {
  let registry = ModuleRegistry()
  private let receiver = Receiver()
  let source = ViewModel()

  init() {
    receiver.addChild(source)
    receiver.ready()
  }

  @Test("E8: a key delivers its own type of payload only", .parity("1.1.6", "1.4.22"))
  func keysDeliverTheirPayload() {
    #expect(source.emit(.score, 3) == .handled)
    #expect(source.emit(.select, "Ann") == .handled)
    #expect(source.emit(.select, Optional("Bob")) == .unhandled)
    #expect(source.emit(.select) == .unhandled)
    #expect(source.emit("score", "3") == .unhandled)
    #expect(receiver.scores == [3])
    #expect(receiver.names == ["Ann"])
    let keys: [EmissionKey<Int>] = [.reload, .modify, .insert, .delete, .select, .deselect]
    #expect(
      keys.map(\.name) == ["reload", "modify", "insert", "delete", "select", "deselect"])
  }

  @Test(
    "E9: an emission that nothing handles is logged, one that is handled or pending is not",
    .parity("1.4.19"))
  func unhandledEmissionsAreLogged() {
    let list = ListViewModel(module: registry["mocoa://c/"])
    var logged: [String] = []
    registry.logger = { logged.append("\($0)") }
    list.addChild(source)
    #expect(source.emit("lost", 1) == .pending)
    #expect(logged.isEmpty)
    list.ready()
    #expect(logged == [#"nothing handled "lost", emitted by ViewModel"#])
    let host = Receiver()
    host.addChild(list)
    host.ready()
    #expect(source.emit(.score, 1) == .handled)
    #expect(logged.count == 1)
    // The nearest of two registries.
    let outer = ModuleRegistry()
    outer.logger = { logged.append("outer \($0)") }
    let page = ListViewModel(module: outer["mocoa://d/"])
    page.addChild(list)
    page.ready()
    #expect(source.emit("lost", 1) == .unhandled)
    #expect(logged.count == 2 && logged[1] == logged[0])
  }

  @Test("defect K4: a pending emission does not keep its source alive, and its edit is completed")
  func pendingEmissionsReleaseTheirSource() {
    var results: [Bool] = []
    weak var released: AnyCellViewModel?
    do {
      let cell = AnyCellViewModel()
      released = cell
      #expect(cell.emit(.select) == .pending)
      cell.handleEdit(.delete, completion: .init { results.append($0) })
      #expect(results.isEmpty)
    }
    #expect(released == nil)
    #expect(results == [false])
  }
}
