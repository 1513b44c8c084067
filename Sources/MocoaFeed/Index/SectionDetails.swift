import MocoaCore

/// The properties of a section other than its rows.
struct SectionDetails: Sendable, Equatable {
  /// A header or footer: its range in the source, or its bytes.
  enum Supplementary: Sendable, Equatable {
    case range(Range<Int>)
    case bytes([UInt8])
  }

  var name = ModuleName.default
  var header: Supplementary?
  var footer: Supplementary?
}
