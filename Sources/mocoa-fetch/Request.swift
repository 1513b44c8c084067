/// What is requested, on whose behalf, and within which limits.
struct Request {
  /// The address.
  var address: Address

  /// The address whose origin alone gets what the user has given: headers, user name and password,
  /// client certificate and data.
  var owner: Address

  /// The method; nil means GET, or POST where there are data.
  var method: String?

  /// The data that are sent.
  var data: [UInt8]?

  /// The user's headers.
  var headers: [HeaderLine] = []

  /// Headers that any origin may get.
  var publicHeaders: [HeaderLine] = []

  /// Whether a body is wanted only where it is another than before.
  var isConditional: Bool { publicHeaders.contains { $0.name.hasPrefix("If-") } }

  /// A file with the certificates of authorities that are trusted; nil means the system's.
  var authorities: String?

  /// A file with a certificate that identifies the user.
  var certificate: String?

  /// The file with the key of the certificate; nil where that has both.
  var key: String?

  /// Seconds until the header of an answer must be complete, and between two parts of its body.
  var timeout = 30.0

  /// The greatest number of redirects.
  var redirectLimit = 10

  /// The greatest length of a body, in bytes as they are sent.
  var byteLimit = 4 << 30
}

/// A header as `Name: value`.
struct HeaderLine: Equatable {
  /// The name.
  var name: String

  /// The value, without white space at its ends.
  var value: String

  /// Parses a header; nil without a colon, or a name as in RFC 9110 section 5.1.
  init?(_ line: String) {
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    name = String(line[..<colon])
    let rest = line.utf8[colon...].dropFirst()
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let value = rest.drop(while: isBlank)
    let end = value.lastIndex { !isBlank($0) }.map { value.index(after: $0) } ?? value.startIndex
    self.value = String(Substring(value[..<end]))
    guard !name.isEmpty, name.utf8.allSatisfy(Self.isTokenByte),
      self.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
    else { return nil }
  }

  /// Makes a header.
  init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// The header as libcurl takes it: without a value it would otherwise leave the header out.
  var text: String { value.isEmpty ? "\(name);" : "\(name): \(value)" }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: Array("!#$%&'*+-.^_`|~".utf8).contains(byte)
    }
  }
}
