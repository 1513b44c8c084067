/// Numbers for the styles and clusters of frames, so that a cell is a trivial value.
public final class StyleTable {
  private var numbers: [StyleName: UInt16] = [:]
  private(set) var styles: [StyleName] = []

  /// The numbers of recently used styles, by the end of their hash.
  private var recent: [(style: StyleName, number: UInt16)?] = Array(repeating: nil, count: 64)

  private(set) var clusters: [Cluster] = []
  private var clusterNumbers: [Cluster: UInt32] = [:]

  init() {
    _ = number(of: .body)
  }

  /// Returns the number of a style, assigned once; `.body` is 0.
  ///
  /// A full table (65,536 styles) returns 0.
  func number(of style: StyleName) -> UInt16 {
    let place = Int(style.hash & 63)
    if let recent = recent[place], recent.style == style { return recent.number }
    let number = lookUp(style)
    recent[place] = (style, number)
    return number
  }

  /// Returns the number of a style, given by its number, with a look over it.
  ///
  /// Looks of data take at most half of the table, so that there is room for others; then the style
  /// is without the look.
  func number(_ style: UInt16, overlaidWith look: TextStyle) -> UInt16 {
    let overlaid = styles[Int(style)].overlaid(with: look)
    return styles.count < 1 << 15 || numbers[overlaid] != nil ? number(of: overlaid) : style
  }

  /// Returns the number of a cluster, assigned once; nil if the table (1,048,576 clusters) is full.
  func number(of cluster: Cluster) -> UInt32? {
    if let number = clusterNumbers[cluster] { return number }
    guard clusters.count < 1 << 20 else { return nil }
    let number = UInt32(clusters.count)
    clusters.append(cluster)
    clusterNumbers[cluster] = number
    return number
  }

  private func lookUp(_ style: StyleName) -> UInt16 {
    if let number = numbers[style] { return number }
    guard styles.count <= Int(UInt16.max) else { return 0 }
    let number = UInt16(styles.count)
    styles.append(style)
    numbers[style] = number
    return number
  }
}
