/// The members of an answer that lead to the next page, when only one page is requested.
struct FurtherPages {
  /// The names of members that lead to the next page, after `next_url`, which is followed.
  private static let keys = [
    "next", "next_page", "next_cursor", "next_page_token", "nextPage", "nextCursor",
    "nextPageToken", "@odata.nextLink",
  ]

  /// The maximum length in bytes of such a member.
  private static let longest = 64 * 1024

  private var member: String?

  /// Records a member of the document, if it leads to the next page.
  ///
  /// - Parameters:
  ///   - key: Its name.
  ///   - bytes: Returns the member with its name.
  mutating func add(_ key: String, _ bytes: () throws -> [UInt8]) {
    guard key == "next_url" || member == nil && Self.keys.contains(key),
      let bytes = try? bytes(), bytes.count <= Self.longest,
      let value = JSONBytes([UInt8(ascii: "{")] + bytes + [UInt8(ascii: "}")]).member(key),
      !value.isAbsent, !["false", "0", "\"\""].contains(value.text)
    else { return }
    member = key
  }

  /// Returns a note on the pages behind an answer, with the options that load them.
  ///
  /// - Parameter link: The header `Link` of the answer.
  /// - Returns: The note; nil if nothing leads to a next page.
  func note(link: String?) -> String? {
    if let link, LinkHeader.target(of: "next", in: link) != nil {
      return "is the first of several pages (Link: rel=next); --follow-links loads the others"
    }
    switch member {
    case nil: return nil
    case "next_url":
      return "is the first of several pages (next_url); --follow-links loads the others"
    case let member?:
      return "is the first of several pages (\(member)); --page-param, --offset-param, or "
        + "--cursor-param with --next-pointer /\(member) loads the others"
    }
  }
}
