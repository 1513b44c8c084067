import Glibc
import MocoaCore
import MocoaFeed
import MocoaItems
import MocoaTUI

/// A cell that is never drawn.
private final class ItemCell: TableViewCell<JSONItemViewModel> {}

/// What it costs to set members of an item, to list items without a model, and to write code for a
/// feed.
enum ToolkitBenchmarks {
  static var area: BenchmarkArea {
    BenchmarkArea(name: "toolkit") {
      try MainActor.assumeIsolated {
        measureSetting()
        try measureList()
        try measureGenerating()
      }
    }
  }

  private static let keys = [
    "id", "title", "author", "tags", "date", "score", "url", "content",
  ]

  /// Ten thousand writes, to a member of an item with one observer and to a dictionary.
  @MainActor private static func measureSetting() {
    let item = JSONItemViewModel(
      model: JSONItem(JSONObject(keys.map { .init(key: $0, value: "text") })))
    item.ready()
    var count = 0
    item.observe("score", owner: item) { _ in count += 1 }.store(in: &item.subscriptions)
    let values: [JSONValue] = ["one", "two"]
    var dictionary = Dictionary(uniqueKeysWithValues: keys.map { ($0, "text") })
    let texts = ["one", "two"]
    let (ours, reference) = medians(
      runs: 21,
      of: { for number in 0..<10_000 { item["score"] = values[number & 1] } },
      and: { for number in 0..<10_000 { dictionary["score"] = texts[number & 1] } })
    blackHole(dictionary)
    precondition(count >= 10_000, "The observer was notified.")
    report("toolkit/item-set-10k", ours, reference, "10,000 writes to a [String: String]")
  }

  /// A list of 100,000 items of which a screenful is shown.
  @MainActor private static func measureList() throws {
    let rows = 100_000
    let sample = try SampleFeed(.array(rows: rows))
    let feed = Feed(source: try ByteSources.file(sample.path))
    feed.wait(forRows: .max, timeout: .seconds(600))
    let registry = ModuleRegistry()
    let module = registry["mocoa://items/"]
    module.section.cell.register(ItemCell.self)
    let before = residentBytes()
    var list = ListViewModel(model: feed.listModel, module: module)
    let time = median(runs: 21) {
      list = ListViewModel(model: feed.listModel, module: module)
      list.ready()
      for number in 0..<40 { blackHole(screenCell(number, of: list)["title"]) }
    }
    let perRow = Double(max(0, residentBytes() - before)) / Double(rows)
    let decoded = (0..<rows).count { screenCell($0, of: list).isDecoded }
    report("toolkit/list-100k", time, nil, "40 of 100,000 rows made and one member read")
    print("# toolkit/list-100k: \((perRow * 100).rounded() / 100) bytes a row that is not shown")
    print("# toolkit/list-100k: \(decoded) of \(rows) view models have decoded their members")
    precondition(decoded == 40, "Only what was read is decoded.")
    withExtendedLifetime(registry) {}
  }

  @MainActor private static func screenCell(
    _ number: Int, of list: ListViewModel
  ) -> JSONItemViewModel {
    guard
      let cell = list.cellViewModel(at: ListIndexPath(section: 0, item: number))
        as? JSONItemViewModel
    else { preconditionFailure("The rows are registered as items.") }
    return cell
  }

  /// From a file to Swift code, and to the index of its rows alone.
  @MainActor private static func measureGenerating() throws {
    let sample = try SampleFeed(.array(rows: 100_000))
    func indexed() throws -> FeedListModel {
      let feed = Feed(source: try ByteSources.file(sample.path))
      feed.wait(forRows: .max, timeout: .seconds(600))
      return feed.listModel
    }
    let (ours, reference) = try medians(
      of: {
        let rows = FeedSample(try indexed())
        blackHole(FeedCode(sample: rows, feedName: sample.path).swift)
      }, and: { blackHole(try indexed().numberOfRows) })
    report("toolkit/generate-100k", ours, reference, "indexing the same file")
  }

  private static func report(
    _ name: String, _ time: Duration, _ reference: Duration?, _ description: String
  ) {
    let measurement = Measurement(
      name: name, median: time, ratio: reference.map { $0 / time }, reference: description)
    print(measurement.line)
  }
}
