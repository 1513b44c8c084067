import MocoaCore
import Testing

/// A view model that writes down its life.
private final class Recorder: ViewModel {
  let name: String
  let listener: Listener
  var onPrepare: @MainActor (Recorder) -> Void = { _ in }
  var response = EmissionResponse.forward

  init(_ name: String, _ listener: Listener) {
    self.name = name
    self.listener = listener
  }

  override func prepare() {
    listener.heard.append("prepare \(name) \(isReady)")
    onPrepare(self)
  }

  override func receive(_ emission: Emission) -> EmissionResponse {
    let via = (emission.via as? Recorder)?.name ?? "?"
    let source = (emission.source as? Recorder)?.name ?? "?"
    listener.heard.append("\(name) receives \(emission.key.rawValue) from \(source) via \(via)")
    return response
  }

  override func didRemoveChild(_ child: ViewModel) {
    listener.heard.append("\(name) removed \((child as? Recorder)?.name ?? "?")")
  }
}

@Suite @MainActor struct ViewModelTests {
  let listener = Listener()
  private let top: Recorder
  private let middle: Recorder
  private let leaf: Recorder

  init() {
    top = Recorder("top", listener)
    middle = Recorder("middle", listener)
    leaf = Recorder("leaf", listener)
  }

  private func chain() {
    top.addChild(middle)
    middle.addChild(leaf)
  }

  @Test func readyGoesDepthFirstInOrder() {
    chain()
    top.addChild(Recorder("last", listener))
    top.ready()
    top.ready()
    #expect(
      listener.heard == [
        "prepare top false", "prepare middle false", "prepare leaf false", "prepare last false",
      ])
    #expect(leaf.isReady)
  }

  @Test func readyInPrepareIsIgnored() {
    top.onPrepare = { $0.ready() }
    top.ready()
    #expect(listener.heard == ["prepare top false"])
    #expect(top.state == .ready)
  }

  @Test func aChildOfAReadyParentBecomesReadyAtOnce() {
    top.ready()
    top.addChild(middle)
    #expect(middle.isReady)
  }

  @Test func aChildAddedInPrepareBecomesReadyAfterwards() {
    top.onPrepare = { [middle] top in
      top.addChild(middle)
      #expect(middle.state == .idle)
    }
    top.ready()
    #expect(listener.heard == ["prepare top false", "prepare middle false"])
  }

  @Test func emissionsClimbHopByHop() {
    chain()
    top.ready()
    listener.heard = []
    #expect(!leaf.emit("key", 1))
    #expect(
      listener.heard == [
        "middle receives key from leaf via leaf", "top receives key from leaf via middle",
      ])
  }

  @Test func whatIsHandledClimbsNoFurther() {
    chain()
    top.ready()
    listener.heard = []
    middle.response = .handled
    #expect(leaf.emit("key"))
    #expect(listener.heard == ["middle receives key from leaf via leaf"])
  }

  @Test func whatIsEmittedInPrepareIsDeliveredRightAfter() {
    chain()
    middle.onPrepare = { $0.emit("early") }
    top.ready()
    #expect(
      listener.heard == [
        "prepare top false", "prepare middle false", "top receives early from middle via middle",
        "prepare leaf false",
      ])
  }

  @Test func anEmissionWaitsAtAReceiverThatIsNotReady() {
    chain()
    leaf.ready()
    #expect(!leaf.emit("key"))
    listener.heard = []
    middle.ready()
    #expect(
      listener.heard == ["prepare middle false", "middle receives key from leaf via leaf"])
    listener.heard = []
    top.ready()
    #expect(listener.heard == ["prepare top false", "top receives key from leaf via middle"])
  }

  @Test func aChildThatLeftSpeaksToItsOldParentNoMore() {
    top.addChild(leaf)
    leaf.ready()
    leaf.emit("key")
    leaf.removeFromParent()
    listener.heard = []
    top.ready()
    #expect(listener.heard == ["prepare top false"])
  }

  @Test func movingToAnotherParentTellsTheFirst() {
    chain()
    top.addChild(leaf)
    #expect(listener.heard == ["middle removed leaf"])
    #expect(middle.children.isEmpty)
    #expect(top.children.map { ($0 as? Recorder)?.name } == ["middle", "leaf"])
    top.moveChild(from: 0, to: 1)
    #expect(top.children.first === leaf)
    top.insertChild(leaf, at: 0)
    #expect(top.children.count == 2)
  }

  @Test func cyclesAreRefused() {
    chain()
    #expect(!leaf.canAdopt(top))
    #expect(!top.canAdopt(top))
    #expect(top.canAdopt(leaf))
  }

  @Test func aCycleTraps() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let (first, second) = (ViewModel(), ViewModel())
        first.addChild(second)
        second.addChild(first)
      }
    }
  }

  @Test func theParentIsNotKeptAlive() {
    var parent: ViewModel? = ViewModel()
    parent?.addChild(leaf)
    parent = nil
    #expect(leaf.parent == nil)
  }
}
