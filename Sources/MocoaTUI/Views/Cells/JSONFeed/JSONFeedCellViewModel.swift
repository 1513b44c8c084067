import MocoaCore
import MocoaFeed

/// The view model of an item of a JSON Feed; the item is read once.
public final class JSONFeedCellViewModel: TableCellViewModel<Row> {
  private var knownItem: JSONFeedItem?

  /// The item.
  public var item: JSONFeedItem {
    if let knownItem { return knownItem }
    let item = JSONFeedItem(model.json)
    knownItem = item
    return item
  }

  public override func modelDidChange(from oldModel: Row) {
    knownItem = nil
    setNeedsMeasuring()
  }

  /// The day and the time of day, as the feed has them.
  public var date: String {
    guard let date = item.date, JSONDisplayText.isDate(date) else { return "" }
    let day = date.prefix(10)
    let time = date.dropFirst(11).prefix(5)
    return time.count == 5 ? "\(day) \(time)" : String(day)
  }

  /// Authors, tags and attachments on one line.
  public var details: String {
    let item = item
    let authors = item.authors.isEmpty ? [] : [item.authors.joined(separator: ", ")]
    let tags = item.tags.isEmpty ? [] : [item.tags.map { "#\($0)" }.joined(separator: " ")]
    return (authors + tags + item.attachments.map(Self.text)).joined(separator: "  ")
  }

  /// What an attachment is, how long it takes, and how large it is.
  private static func text(of attachment: JSONFeedAttachment) -> String {
    let file = attachment.url.split(separator: "/").last.map(String.init) ?? attachment.url
    let name = attachment.title ?? attachment.mediaType ?? file
    let facts = [attachment.duration.map(time), attachment.byteCount.map(size)].compactMap(\.self)
    return "+ " + (facts.isEmpty ? name : "\(name) (\(facts.joined(separator: ", ")))")
  }

  private static func time(_ seconds: Int) -> String {
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    let rest = twoDigits(seconds % 60)
    return hours == 0 ? "\(minutes):\(rest)" : "\(hours):\(twoDigits(minutes)):\(rest)"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  private static func size(_ bytes: Int) -> String {
    let units = ["bytes", "kB", "MB", "GB", "TB"]
    var (value, unit) = (bytes, 0)
    while value >= 1_000, unit < units.count - 1 {
      value = (value + 500) / 1_000
      unit += 1
    }
    return "\(value) \(units[unit])"
  }
}

/// The view model of the header of a JSON Feed.
public final class JSONFeedHeaderViewModel: ModelSupplementaryViewModel<Row> {
  /// The title of the feed; of several sources, the name of the source before it.
  public var title: String {
    let title = model.json.member("title")?.string
    return [model.source, title].compactMap(\.self).joined(separator: ": ")
  }

  /// What the feed says about itself, or where it is from.
  public var about: String? {
    model.json.member("description")?.string ?? model.json.member("home_page_url")?.string
  }
}
