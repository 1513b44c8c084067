/// The way in which a terminal displays a Unicode scalar.
///
/// The table is generated from Unicode's data; `Documentation/TextWidth.md` describes the rules.
enum CharacterClass: UInt8, CaseIterable, Sendable {
  /// One column wide.
  case narrow
  /// Two columns wide.
  case wide
  /// Joins the previous character: combining marks, and the later letters of a Hangul syllable.
  case joining
  /// Invisible and not drawn: joiners, variation selectors, directional marks.
  case invisible
  /// Must not be drawn: control characters, line separators, surrogates, and unassigned scalars.
  case replaced
  /// A pictograph of one column.
  case narrowPictograph
  /// A pictograph of two columns.
  case widePictograph
  /// A skin tone.
  case modifier

  /// Returns the class of a scalar; any above U+10FFFF is replaced.
  ///
  /// - Complexity: O(1); three loads.
  @inline(__always)
  init(of scalar: UInt32) {
    guard scalar <= 0x10_FFFF else {
      self = .replaced
      return
    }
    let scalar = Int(scalar)
    let branch = Self.digit(Self.root, scalar >> 13)
    let place = 2 * (branch << 6 | scalar >> 7 & 63)
    let leaf = Self.digit(Self.branches, place) << 6 | Self.digit(Self.branches, place + 1)
    let pair = Self.digit(Self.leaves, leaf << 6 | scalar >> 1 & 63)
    let number = UInt8(truncatingIfNeeded: scalar & 1 == 0 ? pair & 7 : pair >> 3)
    self = CharacterClass(rawValue: number) ?? .replaced
  }

  @inline(__always)
  private static func digit(_ text: StaticString, _ place: Int) -> Int {
    Int(text.utf8Start[place]) - 0x30
  }
}
