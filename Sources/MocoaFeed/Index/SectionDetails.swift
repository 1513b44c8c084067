import MocoaCore

/// What there is to a section besides its rows.
struct SectionDetails: Sendable, Equatable {
  /// A header or footer: where it is in the source, or its bytes.
  enum Supplementary: Sendable, Equatable {
    case range(Range<Int>)
    case bytes([UInt8])
  }

  var name = ModuleName.default
  var header: Supplementary?
  var footer: Supplementary?
}
