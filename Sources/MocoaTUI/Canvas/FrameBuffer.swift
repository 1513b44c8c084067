/// A screen in memory, on which a frame is drawn.
///
/// Not thread-safe; it belongs to the thread that draws.
public final class FrameBuffer {
  /// The size in columns and rows.
  public let size: Size

  let cells: UnsafeMutableBufferPointer<ScreenCell>
  /// The numbers of styles and clusters, shared by all frames of an application.
  let styles: StyleTable
  /// The position of the first cell on the screen.
  var origin = Point.zero
  private let touchedRows: UnsafeMutableBufferPointer<Bool>
  /// The scrolls since the cells were last written to a surface, which is scrolled as well.
  var scrolls: [(rows: Range<Int>, count: Int)] = []

  /// Creates a blank screen.
  public convenience init(size: Size) {
    self.init(size: size, styles: StyleTable())
  }

  init(size: Size, styles: StyleTable) {
    self.size = size
    self.styles = styles
    cells = .allocate(capacity: max(1, size.columns * size.rows))
    cells.initialize(repeating: .blank)
    touchedRows = .allocate(capacity: max(1, size.rows))
    touchedRows.initialize(repeating: true)
  }

  deinit {
    cells.deallocate()
    touchedRows.deallocate()
  }

  func row(_ row: Int) -> UnsafeMutableBufferPointer<ScreenCell> {
    UnsafeMutableBufferPointer(
      rebasing: cells[row * size.columns..<(row + 1) * size.columns])
  }

  /// Returns the cells of a row, and marks it as drawn on.
  func touch(_ row: Int) -> UnsafeMutableBufferPointer<ScreenCell> {
    touchedRows[row] = true
    return self.row(row)
  }

  /// Returns whether a row may have been drawn on since the last call.
  func takeTouch(of row: Int) -> Bool {
    defer { touchedRows[row] = false }
    return touchedRows[row]
  }

  /// Moves the text of rows up, or down if the count is negative; freed rows are blank.
  func scroll(_ rows: Range<Int>, by count: Int) {
    let free = min(abs(count), rows.count)
    let kept = rows.count - free
    let source = count > 0 ? rows.lowerBound + free : rows.lowerBound
    let target = count > 0 ? rows.lowerBound : rows.lowerBound + free
    if let cells = cells.baseAddress, let touched = touchedRows.baseAddress {
      (cells + target * size.columns)
        .update(from: cells + source * size.columns, count: kept * size.columns)
      (touched + target).update(from: touched + source, count: kept)
    }
    let freed = count > 0 ? rows.upperBound - free : rows.lowerBound
    fill(freed..<freed + free, with: .blank)
  }

  /// Fills whole rows with a cell.
  func fill(_ rows: Range<Int>, with cell: ScreenCell) {
    cells.fill(rows.lowerBound * size.columns..<rows.upperBound * size.columns, with: cell)
    for row in rows { touchedRows[row] = true }
  }

  /// Returns the cluster of a glyph and a combining scalar; the glyph itself if there is no room.
  func glyph(_ glyph: UInt32, joinedBy scalar: UInt32) -> UInt32 {
    var cluster = self.cluster(of: glyph)
    guard cluster.join(scalar), let number = styles.number(of: cluster) else { return glyph }
    return number | ScreenCell.clusterBit
  }

  /// Returns the scalars of a glyph that is not a continuation.
  func cluster(of glyph: UInt32) -> Cluster {
    glyph & ScreenCell.clusterBit == 0
      ? Cluster(base: glyph) : styles.clusters[Int(glyph & ~ScreenCell.clusterBit)]
  }
}

extension FrameBuffer {
  /// The text of every row, without trailing spaces: the screen as a picture.
  public var lines: [String] {
    (0..<size.rows).map { row in
      var text = ""
      for cell in self.row(row) where !cell.isContinuation { append(cell, to: &text) }
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// Returns the style of the cell at a position, and its overlay, if any.
  ///
  /// - Precondition: The position is on the screen.
  public func style(at point: Point) -> (style: StyleName, overlay: StyleName?) {
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
