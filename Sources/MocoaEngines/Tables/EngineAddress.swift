import MocoaFeed

/// An address of a database on a server: `postgres://user@host/database?table=name`.
struct EngineAddress: Sendable {
  /// The scheme: `postgres`.
  let scheme: String

  /// The address without the name of a table.
  let text: String

  let table: String?

  /// The address without the password.
  let name: String

  /// The user and password, decoded.
  let user: String?
  let password: String?

  /// The host, with its port.
  let host: String

  /// A Boolean value that indicates whether it is clear where a password ends: the port is a
  /// number, and signs of addresses are encoded.
  let isClear: Bool

  /// The database, decoded; nil for the default one.
  let database: String?

  /// The parameters besides the table: `name=value`, as they stand in the address.
  let settings: [Substring]

  /// Recognizes an address by its scheme.
  init?(_ address: String) {
    guard let slashes = address.firstRange(of: "://"),
      ["postgres", "postgresql", "clickhouse"].contains(address[..<slashes.lowerBound])
    else { return nil }
    scheme = String(address[..<slashes.lowerBound])
    let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let all = parts.count > 1 ? parts[1].split(separator: "&") : []
    let table = all.last { $0.hasPrefix("table=") }.map { Self.decoded($0.dropFirst(6)) }
    self.table = table == "" ? nil : table
    let settings = all.filter { !$0.hasPrefix("table=") }
    self.settings = settings
    text = String(parts[0]) + (settings.isEmpty ? "" : "?" + settings.joined(separator: "&"))
    // Of `user:password@host`, and of a parameter.
    var shown = parts[0]
    let end = shown[slashes.upperBound...].firstIndex(of: "/") ?? shown.endIndex
    let authority = shown[slashes.upperBound..<end]
    let sign = authority.lastIndex(of: "@")
    let owner = sign.map { authority[..<$0].split(separator: ":", maxSplits: 1) } ?? []
    (user, password) = (
      owner.first.map(Self.decoded), owner.count > 1 ? Self.decoded(owner[1]) : nil
    )
    let host = sign.map { authority[authority.index(after: $0)...] } ?? authority
    self.host = String(host)
    let isOne = host.last != "]" && !host.contains(",")
    let port = isOne ? host.lastIndex(of: ":").map { host[$0...].dropFirst() } : nil
    isClear =
      (port?.utf8.allSatisfy(\.isDigit) ?? true)
      && authority.count { $0 == "@" } < 2
      && text.split(separator: "%", omittingEmptySubsequences: false).dropFirst().allSatisfy {
        $0.count > 1 && $0.prefix(2).allSatisfy(\.isHexDigit)
      }
    let database = Self.decoded(shown[end...].dropFirst())
    self.database = database.isEmpty ? nil : database
    if let colon = authority[..<(sign ?? end)].firstIndex(of: ":"), sign != nil {
      shown.removeSubrange(colon..<(sign ?? end))
    }
    let known = settings.filter { !$0.hasPrefix("password=") && !$0.hasPrefix("sslpassword=") }
    let query = known.isEmpty ? "" : "?" + known.joined(separator: "&")
    name = isClear ? String(shown) + query : "\(scheme)://…"
  }

  /// The address of a table, without the password.
  func name(ofTable table: String) -> String {
    // What would end it.
    let encoded = table.replacing("%", with: "%25").replacing("&", with: "%26")
    return name + (name.contains("?") ? "&" : "?") + "table=\(encoded)"
  }

  /// The value of a parameter, decoded.
  func setting(_ name: String) -> String? {
    settings.last { $0.hasPrefix(name + "=") }.map { Self.decoded($0.dropFirst(name.count + 1)) }
  }

  /// A text without `%20` and the like.
  private static func decoded(_ text: Substring) -> String {
    let parts = text.split(separator: "%", omittingEmptySubsequences: false)
    var bytes = Array((parts.first ?? "").utf8)
    for part in parts.dropFirst() {
      let byte = UInt8(part.prefix(2), radix: 16)
      bytes += byte.map { [$0] + part.dropFirst(2).utf8 } ?? Array("%\(part)".utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
