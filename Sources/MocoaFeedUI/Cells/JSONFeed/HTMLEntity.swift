/// HTML character references: the numeric ones, and common named ones.
enum HTMLEntity {
  /// Returns the text of a reference, given what is between `&` and `;`; nil if it is unknown.
  static func text(of name: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: name, as: UTF8.self)
    guard text.hasPrefix("#") else { return named(text) }
    let digits = text.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let number =
      isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    guard let number else { return nil }
    return String(Unicode.Scalar(number).map(Character.init) ?? "\u{FFFD}")
  }

  private static func named(_ name: String) -> String? {
    if let text = others[name] { return text }
    guard let position = latin.firstIndex(of: Substring(name)),
      let scalar = Unicode.Scalar(UInt32(0xA0 + position))
    else { return nil }
    return String(Character(scalar))
  }

  /// The names of U+00A0 to U+00FF.
  private static let latin = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn \
    sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave \
    Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml \
    ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN \
    szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave \
    iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc \
    uuml yacute thorn yuml
    """.split(separator: " ")

  private static let others = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "hellip": "…", "mdash": "—",
    "ndash": "–", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”",
    "bdquo": "„", "lsaquo": "‹", "rsaquo": "›", "bull": "•", "prime": "′", "Prime": "″",
    "euro": "€", "trade": "™", "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓", "harr": "↔",
    "minus": "−", "infin": "∞", "asymp": "≈", "ne": "≠", "le": "≤", "ge": "≥", "OElig": "Œ",
    "oelig": "œ", "Scaron": "Š", "scaron": "š", "ensp": " ", "emsp": " ", "thinsp": " ",
    "zwj": "\u{200D}", "zwnj": "\u{200C}", "dagger": "†", "Dagger": "‡", "permil": "‰",
  ]
}
