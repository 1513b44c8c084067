import CCurl

/// An HTTP address, parsed by libcurl, which also connects to it.
final class Address {
  private let handle: OpaquePointer

  /// Parses an address.
  ///
  /// - Parameters:
  ///   - text: The address; characters outside ASCII may be unescaped in its path and query.
  ///   - base: The address against which a relative reference is resolved.
  /// - Throws: A ``FetchFailure`` if it is not an http or https address.
  init(_ text: String, relativeTo base: Address? = nil) throws(FetchFailure) {
    guard let handle = base.map({ curl_url_dup($0.handle) }) ?? curl_url() else {
      throw .notAnAddress
    }
    self.handle = handle
    guard curl_url_set(handle, CURLUPART_URL, Self.escaped(text), 0) == CURLUE_OK,
      ["http", "https"].contains(scheme), !host.isEmpty
    else { throw .notAnAddress }
  }

  /// Creates a copy of an address without user name and password.
  init(withoutCredentials address: Address) throws(FetchFailure) {
    guard let handle = curl_url_dup(address.handle) else { throw .notAnAddress }
    self.handle = handle
    for part in [CURLUPART_USER, CURLUPART_PASSWORD] { curl_url_set(handle, part, nil, 0) }
  }

  deinit { curl_url_cleanup(handle) }

  /// Sets the address of a request; the address must live as long as the request.
  func use(in request: UnsafeMutableRawPointer) { ccurl_set_address(request, handle) }

  /// The address as text.
  var text: String { part(CURLUPART_URL) ?? "" }

  /// The unescaped user name, if there is one.
  var user: String? { part(CURLUPART_USER, UInt32(CURLU_URLDECODE)) }

  /// The unescaped password, if there is one.
  var password: String? { part(CURLUPART_PASSWORD, UInt32(CURLU_URLDECODE)) }

  /// A Boolean value that indicates whether the connection is encrypted.
  var isSecure: Bool { scheme == "https" }

  /// The host, with the port unless it is the default one.
  var shownHost: String { host + (part(CURLUPART_PORT).map { ":\($0)" } ?? "") }

  /// The origin (RFC 6454 section 4), to which credentials belong.
  var origin: String {
    let port = part(CURLUPART_PORT, UInt32(CURLU_NO_DEFAULT_PORT)).map { ":\($0)" } ?? ""
    return "\(scheme)://\(host)\(port)"
  }

  private var scheme: String { part(CURLUPART_SCHEME) ?? "" }
  private var host: String { part(CURLUPART_HOST)?.lowercased() ?? "" }

  private func part(_ part: CURLUPart, _ flags: UInt32 = 0) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(cString: text)
  }

  /// Escapes white space, control characters and non-ASCII bytes, except in the host.
  private static func escaped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let isDelimiter = { (byte: UInt8) in Array("/?#".utf8).contains(byte) }
    var start = 0
    if let slash = bytes.firstIndex(where: isDelimiter), bytes[slash...].starts(with: "//".utf8) {
      start = bytes[(slash + 2)...].firstIndex(where: isDelimiter) ?? bytes.count
    }
    var result = Array(bytes[..<start])
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in bytes[start...] {
      if byte > 0x20, byte < 0x7F {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
