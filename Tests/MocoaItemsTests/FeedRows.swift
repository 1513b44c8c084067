import MocoaFeed

/// The rows of a feed that has been read to its end.
@MainActor
func feedRows(_ text: String) -> FeedListModel {
  let feed = Feed(source: MemorySource(Array(text.utf8), name: "feed.json"))
  feed.start()
  feed.wait(forRows: .max, timeout: .seconds(10))
  return feed.listModel
}
