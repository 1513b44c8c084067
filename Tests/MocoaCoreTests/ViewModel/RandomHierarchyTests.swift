import MocoaCore
import MocoaTestSupport
import Testing

/// Promises V and E on random hierarchies, against a naive tree.
@Suite @MainActor struct RandomHierarchyTests {
  @Test(
    "V1, V2, V4, E1, E4: hierarchies do what the naive tree says",
    .parity("1.4.12", "1.4.14", "1.4.15", "1.4.16"))
  func hierarchiesFollowTheNaiveTree() {
    for seed in 0..<UInt64(isLongRun ? 100_000 : 5_000) {
      var run = HierarchyRun(seed: seed)
      run.play()
    }
  }
}

/// A tree of numbers, with what ought to be known of each.
private struct NaiveTree {
  var children: [Int: [Int]] = [:]
  var parent: [Int: Int] = [:]
  var ready: Set<Int> = []
  /// An emission that waits for a view model on its way: where it is, and where it came from.
  var waiting: [Int: [(source: Int, via: Int)]] = [:]
  var log: [String] = []

  func canAdopt(_ child: Int, by node: Int) -> Bool {
    var ancestor: Int? = node
    while let current = ancestor {
      if current == child { return false }
      ancestor = parent[current]
    }
    return true
  }

  mutating func remove(_ child: Int) {
    guard let old = parent[child] else { return }
    children[old]?.removeAll { $0 == child }
    parent[child] = nil
    log.append("\(old) lost \(child)")
  }

  mutating func insert(_ child: Int, into node: Int, at index: Int) {
    if parent[child] == node { return }
    remove(child)
    parent[child] = node
    children[node, default: []].insert(child, at: min(index, children[node]?.count ?? 0))
    if ready.contains(node) { makeReady(child) }
  }

  mutating func makeReady(_ node: Int) {
    guard !ready.contains(node) else { return }
    log.append("prepare \(node)")
    ready.insert(node)
    for (source, via) in waiting.removeValue(forKey: node) ?? [] {
      if via == node {
        climb(source: source, via: node)
      } else if parent[via] == node {
        climb(source: source, via: via)
      }
    }
    for child in children[node] ?? [] { makeReady(child) }
  }

  mutating func emit(_ node: Int) {
    guard ready.contains(node) else {
      waiting[node, default: []].append((node, node))
      return
    }
    climb(source: node, via: node)
  }

  private mutating func climb(source: Int, via: Int) {
    var via = via
    while let receiver = parent[via] {
      guard ready.contains(receiver) else {
        waiting[receiver, default: []].append((source, via))
        return
      }
      log.append("\(receiver) received \(source) via \(via)")
      if receiver % 5 == 0 { return }
      via = receiver
    }
  }
}

/// A view model with a number, of which every fifth handles emissions.
private final class NumberedViewModel: ViewModel {
  let number: Int
  let listener: Listener

  init(_ number: Int, _ listener: Listener) {
    self.number = number
    self.listener = listener
  }

  override func prepare() { listener.heard.append("prepare \(number)") }

  override func receive(_ emission: Emission) -> EmissionResponse {
    let source = (emission.source as? NumberedViewModel)?.number ?? -1
    let via = (emission.via as? NumberedViewModel)?.number ?? -1
    listener.heard.append("\(number) received \(source) via \(via)")
    return number % 5 == 0 ? .handled : .forward
  }

  override func didRemoveChild(_ child: ViewModel) {
    listener.heard.append("\(number) lost \((child as? NumberedViewModel)?.number ?? -1)")
  }
}

@MainActor private struct HierarchyRun {
  let seed: UInt64
  var generator: SeededGenerator
  var tree = NaiveTree()
  let listener = Listener()
  let nodes: [NumberedViewModel]

  init(seed: UInt64) {
    self.seed = seed
    generator = SeededGenerator(seed: seed)
    let listener = listener
    nodes = (0..<8).map { NumberedViewModel($0, listener) }
  }

  mutating func play() {
    for _ in 0..<24 { step() }
    expect(listener.heard == tree.log)
    for node in nodes {
      let children = node.children.map { ($0 as? NumberedViewModel)?.number ?? -1 }
      expect(children == tree.children[node.number] ?? [])
      expect((node.parent as? NumberedViewModel)?.number == tree.parent[node.number])
      expect(node.isReady == tree.ready.contains(node.number))
    }
  }

  /// Records an issue where a condition does not hold; the macro would take most of the time.
  private func expect(_ condition: Bool, at location: SourceLocation = #_sourceLocation) {
    if !condition { Issue.record("seed \(seed)", sourceLocation: location) }
  }

  private mutating func step() {
    let node = Int.random(in: nodes.indices, using: &generator)
    let other = Int.random(in: nodes.indices, using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0...2:
      let canAdopt = tree.canAdopt(other, by: node)
      expect(nodes[node].canAdopt(nodes[other]) == canAdopt)
      guard canAdopt else { return }
      let index = Int.random(in: 0...nodes[node].children.count, using: &generator)
      nodes[node].insertChild(nodes[other], at: index)
      tree.insert(other, into: node, at: index)
    case 3:
      nodes[node].removeFromParent()
      tree.remove(node)
    case 4:
      let count = nodes[node].children.count
      guard count > 0 else { return }
      let (source, target) = (
        Int.random(in: 0..<count, using: &generator), Int.random(in: 0..<count, using: &generator)
      )
      nodes[node].moveChild(from: source, to: target)
      if let child = tree.children[node]?.remove(at: source) {
        tree.children[node]?.insert(child, at: target)
      }
    case 5:
      nodes[node].ready()
      tree.makeReady(node)
    default:
      nodes[node].emit("key")
      tree.emit(node)
    }
  }
}
