/// An axis of the screen.
public enum Axis: Hashable, Sendable {
  /// Vertical.
  case vertical
  /// Horizontal.
  case horizontal
}

/// The size of a column, a pane or a view in a stack along its axis.
public enum Extent: Hashable, Sendable {
  /// The size of its content, within limits.
  case content(minimum: Int = 0, maximum: Int = .max)
  /// A fixed number of columns or rows.
  case fixed(Int)
  /// A share of the remaining space, by weight, with a minimum.
  case share(Int, minimum: Int = 0)
}

extension Extent {
  /// Returns the extent with other sizes: the fixed one, the minimum and the maximum.
  package func mapped(_ transform: (Int) -> Int) -> Extent {
    switch self {
    case .content(let minimum, let maximum):
      .content(minimum: transform(minimum), maximum: transform(maximum))
    case .fixed(let extent): .fixed(transform(extent))
    case .share(let weight, let minimum): .share(weight, minimum: transform(minimum))
    }
  }

  /// Returns the preferred size for a size of the content.
  func wanted(for content: Int) -> Int {
    switch self {
    case .fixed(let extent), .share(_, let extent): max(0, extent)
    case .content(let minimum, let maximum):
      max(0, min(max(content, minimum), max(minimum, maximum)))
    }
  }

  /// Returns the minimum size for a size of the content.
  package func minimum(for content: Int) -> Int {
    switch self {
    case .fixed(let extent): max(0, extent)
    case .content(let minimum, _), .share(_, let minimum):
      max(0, min(minimum, wanted(for: content)))
    }
  }

  /// The weight of its share of the remaining space; 0 for none.
  var weight: Int {
    guard case .share(let weight, _) = self else { return 0 }
    return min(max(0, weight), 1 << 20)
  }
}

/// Distributes space along an axis.
enum LinearLayout {
  /// The maximum size; larger requests are clamped to it.
  private static let limit = 1 << 30

  /// Distributes space: each gets its preferred size, and shares get the rest.
  ///
  /// If there is too little, the largest are reduced first, down to their minimum, and then to
  /// nothing; those of a higher priority get what they ask for first. More than 2³⁰ is not shared.
  ///
  /// - Complexity: O(n log `available`).
  static func divide(
    _ available: Int, among extents: [(extent: Extent, content: Int)], priorities: [Int] = []
  ) -> [Int] {
    let available = max(0, available)
    let wanted = extents.map { min($0.extent.wanted(for: $0.content), limit) }
    let minima = extents.map { min($0.extent.minimum(for: $0.content), limit) }
    let floors = level(minima, above: minima.map { _ in 0 }, to: available)
    var result = floors
    var rest = available - floors.reduce(0, +)
    for priority in Set(priorities).sorted(by: >) + (priorities.isEmpty ? [0] : []) {
      let group = result.indices.filter { priorities.isEmpty || priorities[$0] == priority }
      let room = group.reduce(rest) { $0 + floors[$1] }
      let lengths = level(group.map { wanted[$0] }, above: group.map { floors[$0] }, to: room)
      for (index, length) in zip(group, lengths) {
        rest -= length - result[index]
        result[index] = length
      }
    }
    if available <= limit {
      spread(&result, over: available, weights: extents.map(\.extent.weight))
    }
    return result
  }

  /// Distributes space up to the preferred sizes: all reduced ones get the same size.
  static func level(_ wanted: [Int], above floors: [Int], to available: Int) -> [Int] {
    guard wanted.reduce(0, +) > available else { return wanted }
    func cut(to limit: Int) -> [Int] {
      zip(wanted, floors).map { min($0, max($1, limit)) }
    }
    var (low, high) = (0, wanted.max() ?? 0)
    while low < high {
      let middle = (low + high + 1) / 2
      if cut(to: middle).reduce(0, +) <= available { low = middle } else { high = middle - 1 }
    }
    var widths = cut(to: low)
    var rest = available - widths.reduce(0, +)
    for index in widths.indices where rest > 0 && widths[index] == low {
      guard widths[index] < wanted[index] else { continue }
      widths[index] += 1
      rest -= 1
    }
    return widths
  }

  /// Distributes the remaining space by weight.
  static func spread(_ widths: inout [Int], over available: Int, weights: [Int]) {
    var total = weights.reduce(0, +)
    var rest = available - widths.reduce(0, +)
    guard rest > 0, total > 0 else { return }
    for index in widths.indices where weights[index] > 0 {
      let part = rest * weights[index] / total
      widths[index] += part
      rest -= part
      total -= weights[index]
    }
  }
}
