extension ByteSources {
  /// Returns an address for display: without user name and password, and without the values of
  /// parameters that may be secret, such as `token`.
  package static func shownName(ofURL url: String) -> String {
    let start = url.firstIndex { "?#".contains($0) } ?? url.endIndex
    return withoutUser(String(url[..<start])) + withoutSecrets(url[start...])
  }

  private static func withoutUser(_ url: String) -> String {
    let text = url.utf8
    guard let slash = text.firstIndex(of: UInt8(ascii: "/")),
      text[slash...].starts(with: "//".utf8)
    else { return url }
    let start = text.index(slash, offsetBy: 2)
    let authority = text[start...].prefix { $0 != UInt8(ascii: "/") }
    guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return url }
    return String(url[..<start]) + "***" + String(url[at...])
  }

  /// Returns a query and a fragment with `***` in place of secret values.
  private static func withoutSecrets(_ query: Substring) -> String {
    var result = ""
    var rest = query
    while let sign = rest.first {
      result.append(sign)
      let item = rest.dropFirst().prefix { $0 != "&" && $0 != "#" }
      rest = rest[item.endIndex...]
      // The value of a parameter may be an address with parameters.
      let secret = item.indices.first { index in
        guard item[index] == "=" else { return false }
        return isSecret(parameter: item[..<index].split { "?;".contains($0) }.last ?? "")
      }
      guard let secret, item.index(after: secret) < item.endIndex else {
        result += item
        continue
      }
      result += item[...secret] + "***"
    }
    return result
  }

  /// Returns whether the value of a parameter, such as `X-Amz-Signature`, may be secret.
  private static func isSecret(parameter: Substring) -> Bool {
    let name = parameter.lowercased()
    return ["sig", "auth", "authorization", "pass", "pwd", "jwt", "sid"].contains(name)
      || name.hasSuffix("key")
      || ["token", "secret", "passw", "passphrase", "signature", "credential", "session"]
        .contains { name.contains($0) }
  }
}
