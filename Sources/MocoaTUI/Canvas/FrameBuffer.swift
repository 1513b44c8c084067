/// A screen in memory: what a frame is drawn on before a terminal shows it.
///
/// Not thread-safe; it belongs to the thread that draws.
public final class FrameBuffer {
  /// The extent in columns and rows.
  public let size: Size

  let cells: UnsafeMutableBufferPointer<ScreenCell>
  let styles: StyleTable
  private(set) var clusters: [Cluster] = []
  private var clusterNumbers: [Cluster: UInt32] = [:]

  /// Makes a blank screen.
  public convenience init(size: Size) {
    self.init(size: size, styles: StyleTable())
  }

  init(size: Size, styles: StyleTable) {
    self.size = size
    self.styles = styles
    cells = .allocate(capacity: max(1, size.columns * size.rows))
    cells.initialize(repeating: .blank)
  }

  deinit { cells.deallocate() }

  /// The cells of a row.
  func row(_ row: Int) -> UnsafeMutableBufferPointer<ScreenCell> {
    UnsafeMutableBufferPointer(
      rebasing: cells[row * size.columns..<(row + 1) * size.columns])
  }

  /// Blanks the whole screen.
  func clear() {
    cells.update(repeating: .blank)
  }

  fileprivate func copyClusters(of other: FrameBuffer) {
    clusters = other.clusters
    clusterNumbers = other.clusterNumbers
  }

  /// The cluster that a combining scalar makes with the glyph of a cell; the glyph itself where no
  /// more fit.
  func glyph(_ glyph: UInt32, joinedBy scalar: UInt32) -> UInt32 {
    var cluster = self.cluster(of: glyph)
    guard cluster.join(scalar) else { return glyph }
    if let number = clusterNumbers[cluster] { return number | ScreenCell.clusterBit }
    // A bound, so that a feed of nothing but odd marks cannot fill memory.
    guard clusters.count < 1 << 20 else { return glyph }
    let number = UInt32(clusters.count)
    clusters.append(cluster)
    clusterNumbers[cluster] = number
    return number | ScreenCell.clusterBit
  }

  /// The scalars of a glyph that is not a continuation.
  func cluster(of glyph: UInt32) -> Cluster {
    glyph & ScreenCell.clusterBit == 0
      ? Cluster(base: glyph) : clusters[Int(glyph & ~ScreenCell.clusterBit)]
  }
}

extension FrameBuffer {
  /// The text of every row, without the blanks at its end: the screen as a picture.
  public var lines: [String] {
    (0..<size.rows).map { row in
      var text = ""
      for cell in self.row(row) where !cell.isContinuation { append(cell, to: &text) }
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// The style of the cell at a place and the one laid over it, if any.
  ///
  /// - Precondition: the place is on the screen.
  public func style(at point: Point) -> (style: Style, overlay: Style?) {
    precondition(
      Rect(origin: .zero, size: size).contains(point), "\(point) is not on the screen.")
    let cell = row(point.row)[point.column]
    return (
      styles.styles[Int(cell.style)],
      cell.overlay == 0 ? nil : styles.styles[Int(cell.overlay)]
    )
  }

  private func append(_ cell: ScreenCell, to text: inout String) {
    let cluster = cluster(of: cell.glyph)
    for index in 0..<cluster.count {
      text.unicodeScalars.append(Unicode.Scalar(cluster.scalars[index]) ?? "\u{FFFD}")
    }
  }
}

extension FrameBuffer {
  /// Makes a copy of another frame that shares its styles.
  convenience init(copying other: FrameBuffer) {
    self.init(size: other.size, styles: other.styles)
    copyClusters(of: other)
    _ = cells.update(from: other.cells)
  }
}
