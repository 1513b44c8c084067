/// One character cell of a frame: eight trivial bytes.
///
/// A glyph is a scalar value, the number of a cluster (a base and what combines with it), or the
/// mark of the second half of a wide glyph. The overlay is a style laid over the cell's own, such as
/// the cursor's row; 0 is none.
struct ScreenCell: Equatable {
  var glyph: UInt32
  var style: UInt16
  var overlay: UInt16

  /// A cell with nothing in it.
  static let blank = ScreenCell(glyph: 0x20, style: 0, overlay: 0)

  /// The glyph of the second half of a wide glyph.
  static let continuation: UInt32 = 0xFFFF_FFFF

  /// Set in a glyph that is the number of a cluster.
  static let clusterBit: UInt32 = 0x8000_0000

  var isBlank: Bool { glyph == 0x20 }
  var isContinuation: Bool { glyph == Self.continuation }
  var isCluster: Bool { glyph & Self.clusterBit != 0 && glyph != Self.continuation }
}

/// A base scalar and up to four that combine with it: what one cell of ncurses can hold.
struct Cluster: Hashable {
  static let capacity = 5

  var scalars: [UInt32]
}
