/// An item of a JSON Feed (<https://www.jsonfeed.org/version/1.1/>), as text.
///
/// What is not as the format has it is left out; nothing of an item is needed.
public struct JSONFeedItem: Hashable, Sendable {
  /// The title; nil where the item has none, as short messages have not.
  public var title: String?

  /// The summary, or else the content, as lines of text without marks.
  public var text: String

  /// The names of the authors; an address where an author has no name.
  public var authors: [String]

  /// When the item was published, or else when it was changed, as the feed writes it.
  public var date: String?

  /// The tags.
  public var tags: [String]

  /// What belongs to the item besides.
  public var attachments: [JSONFeedAttachment]

  /// Where the item leads: its own address, or that of what it is about.
  public var url: String?

  /// How much of a content is made into text, in bytes.
  private static let longestContent = 64 * 1024

  /// Reads an item.
  ///
  /// - Complexity: O(n) for n bytes.
  public init(_ json: JSONBytes) {
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

/// Something that belongs to an item of a JSON Feed: a recording, a picture.
public struct JSONFeedAttachment: Hashable, Sendable {
  /// Where it is.
  public var url: String

  /// What it is called; nil where the feed does not say.
  public var title: String?

  /// Its media type, such as `audio/mpeg`.
  public var mediaType: String?

  /// How long it is, in bytes.
  public var byteCount: Int?

  /// How long it takes, in seconds.
  public var duration: Int?

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
  /// The text of a member that is a string with something in it.
  fileprivate func text(of name: String) -> String? {
    guard let text = member(name)?.string, text.contains(where: { !$0.isWhitespace }) else {
      return nil
    }
    return text
  }

  /// The whole part of a member that is a number and not negative.
  fileprivate func number(of name: String) -> Int? {
    guard let member = member(name), member.kind == .number, let number = Double(member.text),
      (0..<1e15).contains(number)
    else { return nil }
    return Int(number)
  }

  fileprivate func elements(of name: String) -> [JSONBytes] {
    var elements: [JSONBytes] = []
    member(name)?.forEachElement {
      elements.append($0)
      return true
    }
    return elements
  }
}
