/// A path to a value in a JSON document (RFC 6901): `/items/0/id`.
public struct JSONPointer: Hashable, Sendable {
  /// The unescaped keys and positions to follow from the root.
  public var tokens: [String]

  /// Creates a pointer from its tokens.
  public init(tokens: [String]) {
    self.tokens = tokens
  }

  /// Parses a pointer (RFC 6901 section 3).
  ///
  /// - Returns: nil if the text is neither empty nor starts with `/`, or has a `~` that is not
  ///   followed by 0 or 1.
  public init?(_ text: String) {
    guard !text.isEmpty else {
      self.init(tokens: [])
      return
    }
    let (slash, tilde) = (UInt8(ascii: "/"), UInt8(ascii: "~"))
    guard text.utf8.first == slash else { return nil }
    let rest = text.utf8.dropFirst()
    // Nearly all pointers name a member of a row, and are parsed for each displayed row.
    if !rest.contains(where: { $0 == slash || $0 == tilde }) {
      self.init(tokens: [String(Substring(rest))])
      return
    }
    var tokens: [String] = []
    for part in rest.split(separator: slash, omittingEmptySubsequences: false) {
      guard let token = Self.unescape(Substring(part)) else { return nil }
      tokens.append(token)
    }
    self.init(tokens: tokens)
  }

  private static func unescape(_ part: Substring) -> String? {
    guard part.utf8.contains(UInt8(ascii: "~")) else { return String(part) }
    var result = String.UnicodeScalarView()
    var scalars = part.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "~" else {
        result.append(scalar)
        continue
      }
      switch scalars.next() {
      case "0": result.append("~")
      case "1": result.append("/")
      default: return nil
      }
    }
    return String(result)
  }

  /// Returns the array index of a token, or nil if RFC 6901 section 4 does not allow it as one.
  package static func index(_ token: String) -> Int? {
    guard token == "0" || token.utf8.first.map({ 0x31...0x39 ~= $0 }) ?? false else { return nil }
    return token.utf8.allSatisfy(\.isDigit) ? Int(token) : nil
  }
}

extension JSONPointer: CustomStringConvertible {
  /// The pointer as text (RFC 6901).
  public var description: String {
    var result = ""
    for token in tokens {
      result += "/"
      for scalar in token.unicodeScalars {
        switch scalar {
        case "~": result += "~0"
        case "/": result += "~1"
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }
}
