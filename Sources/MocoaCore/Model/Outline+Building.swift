// Nothing is recursive, so the depth is not limited.

extension Outline {
  /// Creates an outline of roots and their descendants, in which no row is expanded.
  ///
  /// - Parameters:
  ///   - roots: The elements without a parent.
  ///   - id: Returns the identity of an element.
  ///   - children: Returns the children of an element; nil for an element that cannot be expanded.
  ///     It is called once for each element, except for those of an identity that has occurred.
  /// - Complexity: O(*elements*).
  public init(
    _ roots: some Sequence<Element>, id: (Element) -> ID, children: (Element) -> [Element]?
  ) {
    var (elements, parents, flags) = ([Element](), [Int32](), [OutlineFlags]())
    var (places, faults) = ([ID: Int32](), Faults())
    var pending = roots.reversed().map { (element: $0, parent: Int32(-1)) }
    while let (element, parent) = pending.popLast() {
      let place = Int32(elements.count)
      elements.append(element)
      parents.append(parent)
      flags.append(.match)
      let id = id(element)
      guard places[id] == nil else {
        faults.duplicates += 1
        continue
      }
      places[id] = place
      guard let children = children(element) else { continue }
      flags[Int(place)].insert(.hasChildren)
      for child in children.reversed() { pending.append((child, place)) }
    }
    self.init(elements, parents: parents, flags: flags, places: places, faults: faults)
  }

  /// Creates an outline of rows that refer to their parents, in which no row is expanded.
  ///
  /// The order of siblings is that of the rows.
  ///
  /// - Parameters:
  ///   - rows: The elements, in any order.
  ///   - id: Returns the identity of an element.
  ///   - parent: Returns the identity of the parent of an element; nil for a root.
  /// - Complexity: O(*elements*).
  public init(rows: some Sequence<Element>, id: (Element) -> ID, parent: (Element) -> ID?) {
    let rows = Array(rows)
    let ids = rows.map(id)
    var (places, faults) = ([ID: Int32](), Faults())
    places.reserveCapacity(ids.count)
    for (row, id) in ids.enumerated() {
      if places[id] == nil { places[id] = Int32(row) } else { faults.duplicates += 1 }
    }
    var parents = zip(rows, ids).map { row, id -> Int32 in
      guard let parent = parent(row) else { return -1 }
      if parent != id, let place = places[parent] { return place }
      if parent == id { faults.cycles += 1 } else { faults.orphans += 1 }
      return -1
    }
    faults.cycles += Self.breakCycles(of: &parents)
    self.init(
      rows, parents: parents, flags: Array(repeating: .match, count: rows.count), places: places,
      faults: faults)
    for node in nodes where node.parent >= 0 { flags[Int(node.parent)].insert(.hasChildren) }
  }

  /// Makes the first row of each cycle a root, and returns the number of cycles.
  private static func breakCycles(of parents: inout [Int32]) -> Int {
    var count = 0
    // The first row of the path in which a row was reached.
    var paths = [Int32](repeating: -1, count: parents.count)
    for start in parents.indices where paths[start] < 0 {
      var row = start
      while paths[row] < 0 {
        paths[row] = Int32(start)
        guard parents[row] >= 0 else { break }
        row = Int(parents[row])
      }
      guard parents[row] >= 0, paths[row] == Int32(start) else { continue }
      var (first, other) = (row, Int(parents[row]))
      while other != row {
        first = Swift.min(first, other)
        other = Int(parents[other])
      }
      parents[first] = -1
      count += 1
    }
    return count
  }

  /// Creates an outline whose elements are brought into preorder.
  ///
  /// The parents are without cycles; that of a root is -1.
  private init(
    _ elements: [Element], parents: [Int32], flags: [OutlineFlags], places: [ID: Int32],
    faults: Faults
  ) {
    (self.elements, self.flags, self.places, self.faults) = (elements, flags, places, faults)
    nodes = parents.map { OutlineNode(parent: $0, end: 0, depth: 0) }
    arrange()
  }

  /// Brings the elements into preorder, after a closure has sorted those with the same parent.
  private mutating func arrange(by sortSiblings: ((inout ArraySlice<Int32>) -> Void)? = nil) {
    // The children of an element are consecutive, after those of all smaller ones.
    var starts = [Int32](repeating: 0, count: nodes.count + 2)
    for node in nodes { starts[Int(node.parent) + 2] += 1 }
    for index in starts.indices.dropFirst() { starts[index] += starts[index - 1] }
    var (children, ends) = ([Int32](repeating: 0, count: nodes.count), starts)
    for (place, node) in nodes.enumerated() {
      children[Int(ends[Int(node.parent) + 1])] = Int32(place)
      ends[Int(node.parent) + 1] += 1
    }
    func childRange(_ place: Int) -> Range<Int> { Int(starts[place + 1])..<Int(ends[place + 1]) }
    if let sortSiblings {
      for place in -1..<nodes.count where childRange(place).count > 1 {
        sortSiblings(&children[childRange(place)])
      }
    }
    var order: [Int32] = []
    order.reserveCapacity(nodes.count)
    var pending = Array(children[childRange(-1)].reversed())
    while let place = pending.popLast() {
      order.append(place)
      pending += children[childRange(Int(place))].reversed()
    }
    reorder(by: order)
  }

  private mutating func reorder(by order: [Int32]) {
    var targets = [Int32](repeating: 0, count: order.count)
    for (target, place) in order.enumerated() { targets[Int(place)] = Int32(target) }
    elements = order.map { elements[Int($0)] }
    flags = order.map { flags[Int($0)] }
    places = places.mapValues { targets[Int($0)] }
    var new: [OutlineNode] = []
    new.reserveCapacity(order.count)
    for (target, place) in order.enumerated() {
      let parent = nodes[Int(place)].parent
      new.append(
        OutlineNode(
          parent: parent < 0 ? -1 : targets[Int(parent)], end: Int32(target) + 1,
          depth: parent < 0 ? 0 : new[Int(targets[Int(parent)])].depth + 1))
    }
    for place in new.indices.reversed() where new[place].parent >= 0 {
      let parent = Int(new[place].parent)
      new[parent].end = Swift.max(new[parent].end, new[place].end)
    }
    nodes = new
    visible = visibleElements(in: nodes.indices)
  }

  /// Returns the outline with siblings sorted; what is expanded stays so.
  ///
  /// - Complexity: O(*n* log *n*) for *n* elements.
  public func sorted(by areInIncreasingOrder: (Element, Element) -> Bool) -> Outline {
    let elements = elements
    return sorted(byNumber: { areInIncreasingOrder(elements[$0], elements[$1]) })
  }

  /// Returns the outline with siblings sorted by a comparison of their numbers in ``elements``.
  ///
  /// - Complexity: O(*n* log *n*) for *n* elements.
  package func sorted(byNumber areInIncreasingOrder: (Int, Int) -> Bool) -> Outline {
    var outline = self
    withoutActuallyEscaping(areInIncreasingOrder) { precedes in
      outline.arrange { $0.sort { precedes(Int($0), Int($1)) } }
    }
    return outline
  }

  /// Returns the outline with only the rows that a filter includes, and their ancestors, expanded.
  ///
  /// Rows that are new when ``restoreExpansion(of:)`` is called on the result are expanded, too.
  ///
  /// - Parameter isIncluded: Called once for each of ``elements``, in their order.
  /// - Returns: An outline of the same elements, some of which can never be visible.
  /// - Complexity: O(*elements*).
  public func filtered(_ isIncluded: (Element) -> Bool) -> Outline {
    var outline = self
    outline.level = .max
    outline.flags = zip(elements, flags).map { element, flags in
      let empty = flags.intersection(.hasChildren)
      return isIncluded(element) ? empty.union(.match) : .hidden
    }
    for place in nodes.indices.reversed() {
      if outline.end(of: place) > place + 1, !outline.flags[place].contains(.expanded) {
        outline.flags[place].remove(.hasChildren)
      }
      let parent = Int(nodes[place].parent)
      guard parent >= 0, !outline.flags[place].contains(.hidden) else { continue }
      outline.flags[parent].remove(.hidden)
      outline.flags[parent].insert([.expanded, .hasChildren])
    }
    outline.visible = outline.visibleElements(in: nodes.indices)
    return outline
  }
}
