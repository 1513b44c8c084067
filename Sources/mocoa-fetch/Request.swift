/// A request, with the origin of its credentials, and its limits.
struct Request {
  /// The address.
  var address: Address

  /// The address whose origin alone receives the user's headers, credentials and data.
  var owner: Address

  /// The method; nil means GET, or POST if there is data.
  var method: String?

  /// The data to send.
  var data: [UInt8]?

  /// The user's headers.
  var headers: [HeaderLine] = []

  /// Headers for any origin.
  var publicHeaders: [HeaderLine] = []

  /// A Boolean value that indicates whether an unchanged body is not needed.
  var isConditional: Bool { publicHeaders.contains { $0.name.hasPrefix("If-") } }

  /// A file with trusted certificate authorities; nil means the system's.
  var authorities: String?

  /// A file with a certificate that identifies the user.
  var certificate: String?

  /// The file with the key of the certificate; nil if the certificate file contains it.
  var key: String?

  /// A Boolean value that indicates whether the text of an error response is reported.
  var showsErrorText = false

  /// Seconds until the response header must be complete, and between two parts of the body.
  var timeout = 30.0

  /// The maximum number of redirects.
  var redirectLimit = 10

  /// The maximum length of a body, in bytes as transferred.
  var byteLimit = 4 << 30
}

/// A header as `Name: value`.
struct HeaderLine: Equatable {
  /// The name.
  var name: String

  /// The value, without surrounding white space.
  var value: String

  /// Parses a header; nil if it has no colon or an invalid name (RFC 9110 section 5.1).
  init?(_ line: String) {
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    name = String(line[..<colon])
    let rest = line.utf8[colon...].dropFirst()
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let value = rest.drop(while: isBlank)
    let end = value.lastIndex { !isBlank($0) }.map { value.index(after: $0) } ?? value.startIndex
    self.value = String(Substring(value[..<end]))
    guard Self.isToken(name),
      self.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
    else { return nil }
  }

  /// Creates a header.
  init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// The header in libcurl's syntax, which needs a semicolon for an empty value.
  var text: String { value.isEmpty ? "\(name);" : "\(name): \(value)" }

  /// Returns whether a text is the name of a header or a method (RFC 9110 section 5.6.2).
  static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: Array("!#$%&'*+-.^_`|~".utf8).contains(byte)
    }
  }
}
