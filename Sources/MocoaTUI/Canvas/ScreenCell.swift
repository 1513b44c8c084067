/// One character cell of a frame: eight trivial bytes.
///
/// A glyph is a scalar value, the number of a cluster (a base and combining scalars), or the mark
/// of the second half of a wide glyph. The overlay is a style over the cell's own, such as that of
/// the current row; 0 means none.
struct ScreenCell: Equatable {
  var glyph: UInt32
  var style: UInt16
  var overlay: UInt16
  static let blank = ScreenCell(glyph: 0x20, style: 0, overlay: 0)

  /// A cell that is never drawn, and so differs from all others.
  static let unknown = ScreenCell(glyph: 0x20, style: .max, overlay: .max)

  /// The glyph of the second half of a wide glyph.
  static let continuation: UInt32 = 0xFFFF_FFFF

  /// The bit that is set in a glyph that is the number of a cluster.
  static let clusterBit: UInt32 = 0x8000_0000

  /// Returns whether another cell has the same style and the same overlay.
  @inline(__always)
  func isStyled(as other: ScreenCell) -> Bool { style == other.style && overlay == other.overlay }

  var isBlank: Bool { glyph == 0x20 }
  var isContinuation: Bool { glyph == Self.continuation }
  var isCluster: Bool { glyph & Self.clusterBit != 0 && glyph != Self.continuation }
}

extension UnsafeMutableBufferPointer<ScreenCell> {
  /// Fills a span with a cell, by copies that double in length.
  func fill(_ span: Range<Int>, with cell: ScreenCell) {
    guard !span.isEmpty, let start = baseAddress.map({ $0 + span.lowerBound }) else { return }
    start.pointee = cell
    var filled = 1
    while filled < span.count {
      let count = Swift.min(filled, span.count - filled)
      (start + filled).update(from: start, count: count)
      filled += count
    }
  }

  /// Blanks the halves of wide glyphs on both sides of a span that is about to be overwritten.
  @inline(__always)
  func mendHalves(around span: Range<Int>) {
    let (start, end) = (span.lowerBound, span.upperBound)
    if start > 0, start < count, self[start].isContinuation {
      self[start - 1].glyph = ScreenCell.blank.glyph
    }
    if end > 0, end < count, self[end].isContinuation { self[end].glyph = ScreenCell.blank.glyph }
  }
}

/// A base scalar and up to four combining ones, which is the capacity of a cell of ncurses.
struct Cluster: Hashable {
  static let capacity = 5

  /// The scalars, then zeros.
  private(set) var scalars: SIMD8<UInt32>
  private(set) var count = 1

  init(base: UInt32) {
    scalars = SIMD8(base, 0, 0, 0, 0, 0, 0, 0)
  }

  /// Appends a combining scalar.
  ///
  /// - Returns: `true` if it was appended; `false` if the cluster is full.
  mutating func join(_ scalar: UInt32) -> Bool {
    guard count < Self.capacity else { return false }
    scalars[count] = scalar
    count += 1
    return true
  }
}
