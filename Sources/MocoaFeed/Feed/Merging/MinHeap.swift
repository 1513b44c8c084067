/// Elements of which the least is found at once: a binary heap.
struct MinHeap<Element: Comparable> {
  private var elements: [Element] = []

  /// A Boolean value that indicates whether there are no elements.
  var isEmpty: Bool { elements.isEmpty }

  /// The least element; nil if there is none.
  ///
  /// - Complexity: O(1).
  var min: Element? { elements.first }

  /// Adds an element.
  ///
  /// - Complexity: O(log n) for n elements.
  mutating func insert(_ element: Element) {
    elements.append(element)
    var place = elements.count - 1
    while place > 0, elements[place] < elements[(place - 1) / 2] {
      elements.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Changes the least element.
  ///
  /// - Complexity: O(log n) for n elements.
  /// - Parameter body: Changes the element; returns `false` to remove it.
  /// - Precondition: There is an element.
  mutating func updateMin(_ body: (inout Element) throws -> Bool) rethrows {
    if try !body(&elements[0]) {
      elements.swapAt(0, elements.count - 1)
      elements.removeLast()
    }
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < elements.count {
        if elements[child] < elements[least] { least = child }
      }
      guard least != place else { return }
      elements.swapAt(place, least)
      place = least
    }
  }
}

extension MinHeap: Sendable where Element: Sendable {}
