/// The names of time zones in logs and in the output of `date`.
enum ZoneNames {
  /// Returns whether a name may end with a byte.
  static func mayEnd(with byte: UInt8) -> Bool {
    byte == UInt8(ascii: "T") || byte == UInt8(ascii: "C") || byte == UInt8(ascii: "K")
  }

  /// The minutes ahead of UTC, those of North America as in RFC 5322; nil for names that several
  /// zones have.
  static let minutes: [String: Int?] = [
    "UTC": 0, "GMT": 0, "WET": 0, "WEST": 60, "CET": 60, "CEST": 120, "MET": 60, "MEST": 120,
    "EET": 120, "EEST": 180, "MSK": 180, "EST": -300, "EDT": -240, "CDT": -300, "MST": -420,
    "MDT": -360, "PST": -480, "PDT": -420, "AKST": -540, "AKDT": -480, "HST": -600, "JST": 540,
    "KST": 540, "AEST": 600, "AEDT": 660, "AWST": 480,
    "NZST": 720, "NZDT": 780, "HKT": 480, "CST": nil, "IST": nil, "BST": nil,
  ]

  /// Returns whether a word is a zone whose offset is not certain: `(CET)`, `(UTC+2)`,
  /// `Europe/Berlin`, `+2`.
  static func mayBeZone(_ word: Slice<UnsafeRawBufferPointer>) -> Bool {
    let text = String(decoding: word, as: UTF8.self)
    if let slash = text.firstIndex(of: "/") { return regions.contains(String(text[..<slash])) }
    if text.hasPrefix("("), text.hasSuffix(")") {
      let name = text.dropFirst().dropLast()
      return minutes[String(name)] != nil || name.hasPrefix("UTC") || name.hasPrefix("GMT")
    }
    return text.utf8.count == 2 && text.utf8.last.map(\.isDigit) == true
      && text.utf8.first.map(\.isSign) == true
  }

  /// The first parts of the names of zones in the database of IANA.
  private static let regions: Set = [
    "Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian",
    "Pacific", "US", "Etc",
  ]
}
