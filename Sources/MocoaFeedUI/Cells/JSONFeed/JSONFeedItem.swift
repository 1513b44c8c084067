import MocoaFeed

/// An item of a JSON Feed (<https://www.jsonfeed.org/version/1.1/>), as text.
///
/// Invalid members are ignored; all members are optional.
struct JSONFeedItem: Hashable, Sendable {
  /// The title; nil if the item has none, as with short messages.
  var title: String?

  /// The summary, or else the content, as lines of plain text.
  var text: String

  /// The names of the authors; the address of an author without a name.
  var authors: [String]

  /// The date of publication, or else of modification, as in the feed.
  var date: String?
  var tags: [String]
  var attachments: [JSONFeedAttachment]

  /// The address of the item, or of its subject.
  var url: String?

  /// The maximum number of bytes of a content that are converted to text.
  private static let longestContent = 64 * 1024

  /// Reads an item.
  ///
  /// - Complexity: O(n) for n bytes.
  init(_ json: JSONBytes) {
    title = json.text(of: "title")
    text = Self.text(of: json)
    let people = json.elements(of: "authors") + [json.member("author")].compactMap(\.self)
    authors = people.compactMap { $0.text(of: "name") ?? $0.text(of: "url") }
    date = json.text(of: "date_published") ?? json.text(of: "date_modified")
    tags = json.elements(of: "tags").compactMap(\.string)
    attachments = json.elements(of: "attachments").compactMap(JSONFeedAttachment.init)
    url = json.text(of: "url") ?? json.text(of: "external_url")
  }

  private static func text(of json: JSONBytes) -> String {
    if let summary = json.text(of: "summary") { return summary }
    if let content = json.text(of: "content_text") { return content }
    guard let html = json.member("content_html")?.string else { return "" }
    return HTMLText.plain(html.utf8.prefix(longestContent))
  }
}

/// An attachment of an item of a JSON Feed: a recording, a picture.
struct JSONFeedAttachment: Hashable, Sendable {
  var url: String

  /// Its title; nil if the feed has none.
  var title: String?

  /// Its media type, such as `audio/mpeg`.
  var mediaType: String?

  /// Its length in bytes.
  var byteCount: Int?

  /// Its duration in seconds.
  var duration: Int?

  init?(_ json: JSONBytes) {
    guard let url = json.text(of: "url") else { return nil }
    self.url = url
    title = json.text(of: "title")
    mediaType = json.text(of: "mime_type")
    byteCount = json.number(of: "size_in_bytes")
    duration = json.number(of: "duration_in_seconds")
  }
}

extension JSONBytes {
  /// Returns the text of a member that is a non-empty string.
  fileprivate func text(of name: String) -> String? {
    guard let text = member(name)?.string, text.contains(where: { !$0.isWhitespace }) else {
      return nil
    }
    return text
  }

  /// Returns the integer part of a member that is a non-negative number.
  fileprivate func number(of name: String) -> Int? {
    guard let member = member(name), member.kind == .number, let number = Double(member.text),
      (0..<1e15).contains(number)
    else { return nil }
    return Int(number)
  }

  fileprivate func elements(of name: String) -> [JSONBytes] {
    member(name)?.elements ?? []
  }
}
