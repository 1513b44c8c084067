import MocoaCore
import Testing

@testable import MocoaFeedUI

@Suite struct JSONFeedItemTests {
  private func item(_ text: String) -> JSONFeedItem { JSONFeedItem(JSONBytes(Array(text.utf8))) }

  @Test func allThatTheFormatHasIsRead() {
    let item = item(
      #"""
      {"id": "1", "url": "https://e.org/1", "title": "One", "content_html": "<p>a</p><p>b</p>",
       "date_published": "2026-10-01T09:30:00Z", "date_modified": "2026-10-02T00:00:00Z",
       "authors": [{"name": "Ada"}, {"url": "https://grace.org"}, {}], "tags": ["x", 7, "y"],
       "attachments": [
         {"url": "https://e.org/a.mp3", "mime_type": "audio/mpeg", "title": "Talk",
          "size_in_bytes": 34000000, "duration_in_seconds": 61.5},
         {"mime_type": "without/address"}, {"url": "u", "size_in_bytes": -1}]}
      """#)
    #expect(item.title == "One")
    #expect(item.text == "a\nb")
    #expect(item.authors == ["Ada", "https://grace.org"])
    #expect(item.date == "2026-10-01T09:30:00Z")
    #expect(item.tags == ["x", "y"])
    #expect(item.url == "https://e.org/1")
    #expect(item.attachments.map(\.url) == ["https://e.org/a.mp3", "u"])
    #expect(item.attachments.first?.byteCount == 34_000_000)
    #expect(item.attachments.first?.duration == 61)
    #expect(item.attachments.last?.byteCount == nil)
  }

  @Test(arguments: [
    (#"{"summary":"s","content_text":"t","content_html":"<b>h</b>"}"#, "s"),
    (#"{"content_text":"t <b>","content_html":"<b>h</b>"}"#, "t <b>"),
    (#"{"summary":" ","content_html":"<b>h</b>"}"#, "h"), (#"{"id":1}"#, ""), ("7", ""),
  ]) func theTextIsTheShortestOfThree(_ json: String, _ text: String) {
    #expect(item(json).text == text)
  }

  @Test func theFirstVersionHasOneAuthor() {
    #expect(item(#"{"author":{"name":"Ada"}}"#).authors == ["Ada"])
    #expect(item(#"{"external_url":"u","date_modified":"d"}"#).url == "u")
    #expect(item(#"{"date_modified":"d","tags":{},"authors":"x"}"#).date == "d")
  }
}
