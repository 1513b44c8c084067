/// A direction on the screen.
public enum Axis: Hashable, Sendable {
  /// Downwards.
  case vertical
  /// To the right.
  case horizontal
}

/// How much room a column of a table, a pane or a view in a stack gets along its axis.
public enum Extent: Hashable, Sendable {
  /// As much as its content needs: at least so many columns or rows, and at most so many.
  case content(minimum: Int = 0, maximum: Int = .max)
  /// Exactly so many columns or rows.
  case fixed(Int)
  /// A part of what the others leave, by weight, and at least so many columns or rows.
  case share(Int, minimum: Int = 0)
}

extension Extent {
  /// What is wanted where the content needs some room.
  func wanted(for content: Int) -> Int {
    switch self {
    case .fixed(let extent), .share(_, let extent): max(0, extent)
    case .content(let minimum, let maximum):
      max(0, min(max(content, minimum), max(minimum, maximum)))
    }
  }

  /// What is left at least where there is less room than is wanted; the rest lies beyond the edge.
  func minimum(for content: Int) -> Int {
    switch self {
    case .fixed(let extent): max(0, extent)
    case .content(let minimum, _), .share(_, let minimum):
      max(0, min(minimum, wanted(for: content)))
    }
  }

  /// The weight by which it takes a part of what is left; 0 for none.
  var weight: Int {
    guard case .share(let weight, _) = self else { return 0 }
    return min(max(0, weight), 1 << 20)
  }
}

/// Room that is divided among what lies beside or below one another.
enum LinearLayout {
  /// As much as there can be: what wants more is taken to want this.
  private static let limit = 1 << 30

  /// Divides room: each gets what it wants, and shares get what is left.
  ///
  /// Where there is too little, the largest give way first, down to their minima, and then to
  /// nothing.
  ///
  /// - Parameters:
  ///   - available: the room; what is more than 2³⁰ is not shared.
  ///   - extents: what is asked for, with what the content needs.
  /// - Returns: the room of each.
  /// - Complexity: O(n log `available`).
  static func divide(_ available: Int, among extents: [(extent: Extent, content: Int)]) -> [Int] {
    let available = max(0, available)
    let wanted = extents.map { min($0.extent.wanted(for: $0.content), limit) }
    let minima = extents.map { min($0.extent.minimum(for: $0.content), limit) }
    let floors = level(minima, above: minima.map { _ in 0 }, to: available)
    var result = level(wanted, above: floors, to: available)
    if available <= limit {
      spread(&result, over: available, weights: extents.map(\.extent.weight))
    }
    return result
  }

  /// Gives what is wanted, as far as there is room above other widths: all that are cut get one
  /// width, but for the first ones, which get one column more of what is left over.
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

  /// Gives what is left to those that take a share.
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
