/// An address of a database of PostgreSQL: `postgres://user@host/database?table=name`.
struct PostgresAddress: Sendable {
  /// The address as libpq is given it.
  let text: String

  /// The table that is named.
  let table: String?

  /// The address without the password.
  let name: String

  /// Recognizes an address by its scheme.
  init?(_ address: String) {
    guard ["postgres://", "postgresql://"].contains(where: address.hasPrefix) else { return nil }
    let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var settings = parts.count > 1 ? parts[1].split(separator: "&") : []
    let tables = settings.filter { $0.hasPrefix("table=") }
    settings.removeAll { $0.hasPrefix("table=") }
    let table = tables.last.map { Self.decoded($0.dropFirst(6)) }
    self.table = table == "" ? nil : table
    text = String(parts[0]) + (settings.isEmpty ? "" : "?" + settings.joined(separator: "&"))
    // Of `user:password@host`, and of a parameter.
    var shown = parts[0]
    let start = shown.firstRange(of: "://")?.upperBound ?? shown.startIndex
    let end = shown[start...].firstIndex(of: "/") ?? shown.endIndex
    if let sign = shown[start..<end].lastIndex(of: "@"),
      let colon = shown[start..<sign].firstIndex(of: ":")
    {
      shown.removeSubrange(colon..<sign)
    }
    let known = settings.filter { !$0.hasPrefix("password=") && !$0.hasPrefix("sslpassword=") }
    name = String(shown) + (known.isEmpty ? "" : "?" + known.joined(separator: "&"))
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
