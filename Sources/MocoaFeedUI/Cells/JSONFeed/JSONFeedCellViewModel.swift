import MocoaCore
import MocoaFeed
import MocoaTUI

/// The view model of an item of a JSON Feed; the item is parsed once.
final class JSONFeedCellViewModel: CellViewModel<Row> {
  private var knownItem: JSONFeedItem?

  var item: JSONFeedItem {
    if let knownItem { return knownItem }
    let item = JSONFeedItem(model.json)
    knownItem = item
    return item
  }

  override func modelDidChange(from oldModel: Row) {
    knownItem = nil
    setNeedsMeasuring()
  }

  /// The date and the time, as in the feed.
  var date: String {
    guard let date = item.date, date.isTime else { return "" }
    let day = date.prefix(10)
    let time = date.dropFirst(11).prefix(5)
    return time.count == 5 ? "\(day) \(time)" : String(day)
  }

  /// Authors, tags and attachments on one line.
  var details: String {
    let item = item
    let authors = item.authors.isEmpty ? [] : [item.authors.joined(separator: ", ")]
    let tags = item.tags.isEmpty ? [] : [item.tags.map { "#\($0)" }.joined(separator: " ")]
    return (authors + tags + item.attachments.map(Self.text)).joined(separator: "  ")
  }

  /// Returns the type, duration and size of an attachment.
  private static func text(of attachment: JSONFeedAttachment) -> String {
    let file = attachment.url.split(separator: "/").last.map(String.init) ?? attachment.url
    let name = attachment.title ?? attachment.mediaType ?? file
    let duration = attachment.duration.map { TextNumber.duration(Double($0)) }
    let size = attachment.byteCount.map { TextNumber.bytes(Double($0)) }
    let facts = [duration, size].compactMap(\.self)
    return "+ " + (facts.isEmpty ? name : "\(name) (\(facts.joined(separator: ", ")))")
  }
}

final class JSONFeedHeaderViewModel: ModelSupplementaryViewModel<Row> {
  /// The title of the feed; of several sources, preceded by the name of the source.
  var title: String {
    let title = model.json.member("title")?.string
    return [model.source, title].compactMap(\.self).joined(separator: ": ")
  }

  /// The description of the feed, or its address.
  var about: String? {
    model.json.member("description")?.string ?? model.json.member("home_page_url")?.string
  }
}
