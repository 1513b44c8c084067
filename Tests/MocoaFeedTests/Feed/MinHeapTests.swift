import MocoaTestSupport
import Testing

@testable import MocoaFeed

@Suite struct MinHeapTests {
  @Test("37: the least element is that of a sorted array, whatever is inserted, changed, removed")
  func laws() {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var expected = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        Int.random(in: 0..<20, using: &generator)
      }
      var heap = MinHeap<Int>()
      for element in expected { heap.insert(element) }
      for _ in 0..<100 {
        #expect(heap.min == expected.min() && heap.isEmpty == expected.isEmpty, "seed \(seed)")
        let element = Int.random(in: 0..<20, using: &generator)
        let least = expected.min().flatMap(expected.firstIndex)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0:
          heap.insert(element)
          expected.append(element)
        case 1:
          guard let least else { continue }
          heap.updateMin {
            $0 = element; return true
          }
          expected[least] = element
        default:
          guard let least else { continue }
          heap.updateMin { _ in false }
          expected.remove(at: least)
        }
      }
    }
  }
}
