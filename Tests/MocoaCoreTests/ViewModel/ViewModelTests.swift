import MocoaCore
import MocoaTestSupport
import Testing

/// A view model that writes down its life.
private final class Recorder: ViewModel {
  let name: String
  let listener: Listener
  var onPrepare: @MainActor (Recorder) -> Void = { _ in }
  var onReceive: @MainActor (Recorder) -> Void = { _ in }
  var response = EmissionResponse.forward
  var received: [Emission] = []

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
    listener.heard.append("\(name) receives \(emission.name) from \(source) via \(via)")
    received.append(emission)
    onReceive(self)
    return response
  }

  override func didRemoveChild(_ child: ViewModel) {
    #expect(child.parent !== self && !children.contains { $0 === child })
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

  @Test("V1: ready goes depth first, in order, and once", .parity("1.4.4"))
  func readyGoesDepthFirstInOrder() {
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

  @Test("V2: ready in prepare is ignored", .parity("1.4.2"))
  func readyInPrepareIsIgnored() {
    top.onPrepare = {
      $0.ready()
      #expect(!$0.isReady)
    }
    top.ready()
    #expect(listener.heard == ["prepare top false"])
    #expect(top.isReady)
  }

  @Test("V3: a child of a ready parent becomes ready at once", .parity("1.4.5"))
  func aChildOfAReadyParentBecomesReadyAtOnce() {
    top.ready()
    top.addChild(middle)
    #expect(middle.isReady)
  }

  @Test("V3: a child that is added in prepare becomes ready after it", .parity("1.4.3"))
  func aChildAddedInPrepareBecomesReadyAfterwards() {
    top.onPrepare = { [middle] top in
      top.addChild(middle)
      #expect(!middle.isReady)
    }
    top.ready()
    #expect(listener.heard == ["prepare top false", "prepare middle false"])
  }

  @Test(
    "E1: emissions climb hop by hop, and each receiver sees its direct child",
    .parity("1.4.20", "ten.3"))
  func emissionsClimbHopByHop() {
    chain()
    top.ready()
    listener.heard = []
    #expect(leaf.emit("key", 1) == .unhandled)
    #expect(
      listener.heard == [
        "middle receives key from leaf via leaf", "top receives key from leaf via middle",
      ])
    // What the first receiver has kept is as it was.
    #expect(middle.received.first?.via === leaf)
  }

  @Test("E2: what is handled climbs no further", .parity("1.4.19", "1.4.21"))
  func whatIsHandledClimbsNoFurther() {
    chain()
    top.ready()
    listener.heard = []
    middle.response = .handled
    #expect(leaf.emit("key") == .handled)
    #expect(listener.heard == ["middle receives key from leaf via leaf"])
    #expect(Recorder("idle", listener).emit("key") == .pending)
  }

  @Test("E3: what is emitted in prepare is delivered right after it", .parity("1.4.7", "ten.2"))
  func whatIsEmittedInPrepareIsDeliveredRightAfter() {
    chain()
    middle.onPrepare = {
      $0.emit("early")
      $0.emit("next")
    }
    top.ready()
    #expect(
      listener.heard == [
        "prepare top false", "prepare middle false", "top receives early from middle via middle",
        "top receives next from middle via middle", "prepare leaf false",
      ])
  }

  @Test("E4: an emission waits at a receiver that is not ready")
  func anEmissionWaitsAtAReceiverThatIsNotReady() {
    chain()
    leaf.ready()
    #expect(leaf.emit("key") == .pending)
    listener.heard = []
    middle.ready()
    #expect(
      listener.heard == ["prepare middle false", "middle receives key from leaf via leaf"])
    listener.heard = []
    top.ready()
    #expect(listener.heard == ["prepare top false", "top receives key from leaf via middle"])
  }

  @Test("E5: a child that left speaks to its old parent no more")
  func aChildThatLeftSpeaksToItsOldParentNoMore() {
    top.addChild(leaf)
    leaf.ready()
    leaf.emit("key")
    leaf.removeFromParent()
    listener.heard = []
    top.ready()
    #expect(listener.heard == ["prepare top false"])
  }

  @Test("E5: a pending emission does not go to the parent that its child has by then")
  func aPendingEmissionIsForOneParent() {
    let other = Recorder("other", listener)
    other.ready()
    top.addChild(leaf)
    leaf.ready()
    leaf.emit("key")
    leaf.removeFromParent()
    other.addChild(leaf)
    listener.heard = []
    top.ready()
    #expect(listener.heard == ["prepare top false"])
  }

  @Test("E6: an emission in an emission's handler is delivered at once, in its place")
  func emissionsMayBeNested() {
    chain()
    top.ready()
    listener.heard = []
    middle.onReceive = { middle in
      middle.onReceive = { _ in }
      middle.emit("inner")
    }
    #expect(leaf.emit("outer") == .unhandled)
    #expect(
      listener.heard == [
        "middle receives outer from leaf via leaf", "top receives inner from middle via middle",
        "top receives outer from leaf via middle",
      ])
  }

  @Test("E7: a receiver that removes the emitter still gets the emission, and nothing above does")
  func theHierarchyMayChangeDuringAnEmission() {
    chain()
    top.ready()
    listener.heard = []
    middle.onReceive = { $0.removeFromParent() }
    #expect(leaf.emit("key") != .handled)
    #expect(
      listener.heard == ["middle receives key from leaf via leaf", "top removed middle"])
  }

  @Test(
    "V4: a child has one parent; the one that loses it is notified",
    .parity("1.4.13", "1.4.14", "1.4.17"))
  func movingToAnotherParentNotifiesTheFirst() {
    chain()
    top.addChild(leaf)
    #expect(listener.heard == ["middle removed leaf"])
    #expect(middle.children.isEmpty)
    #expect(top.children.map { ($0 as? Recorder)?.name } == ["middle", "leaf"])
    top.moveChild(from: 0, to: 1)
    #expect(top.children.first === leaf)
    top.insertChild(leaf, at: 0)
    #expect(top.children.count == 2)
    listener.heard = []
    leaf.removeFromParent()
    #expect(listener.heard == ["top removed leaf"])
  }

  @Test("V5: cycles are refused", .parity("1.4.13"))
  func cyclesAreRefused() {
    chain()
    #expect(!leaf.canAdopt(top))
    #expect(!top.canAdopt(top))
    #expect(top.canAdopt(leaf))
  }

  @Test("V5: a cycle traps", .parity("1.4.13"))
  func aCycleTraps() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let (first, second) = (ViewModel(), ViewModel())
        first.addChild(second)
        second.addChild(first)
      }
    }
  }

  @Test("V6: a child does not keep its parent alive", .parity("1.4.18"))
  func theParentIsNotKeptAlive() {
    var parent: ViewModel? = ViewModel()
    parent?.addChild(leaf)
    parent = nil
    #expect(leaf.parent == nil)
  }

  // defect C10: a child that read its parent during the parent's deinitialisation trapped.
  @Test("V6: a child finds no parent while the parent is deinitialised")
  func childOfADyingParentHasNone() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let child = ViewModel()
        var parent: DyingViewModel? = DyingViewModel()
        parent?.onDeinit = { precondition(child.parent == nil) }
        parent?.addChild(child)
        parent = nil
        precondition(child.parent == nil)
      }
    }
  }

  // defect C14: a child that was adopted by the observer of its removal had two parents.
  @Test("V4: a child that is adopted while it leaves has one parent")
  func childAdoptedWhileItLeavesHasOneParent() {
    let (old, new, third, child) = (AdoptingViewModel(), ViewModel(), ViewModel(), ViewModel())
    old.addChild(child)
    old.adopter = third
    new.addChild(child)
    let parents = [old, new, third].filter { $0.children.contains { $0 === child } }
    #expect(parents.count == 1)
    #expect(child.parent === parents.first)
  }
}

private final class DyingViewModel: ViewModel {
  var onDeinit: () -> Void = {}
  isolated deinit { onDeinit() }
}

private final class AdoptingViewModel: ViewModel {
  weak var adopter: ViewModel?
  override func didRemoveChild(_ child: ViewModel) { adopter?.addChild(child) }
}
