import MocoaFeed
import MocoaTUI

/// How the sources are read.
extension FeedPage {
  /// The key for the ways to read a source.
  static let readingBindings: [KeyBinding<FeedPage>] = [
    .init("readings", ["R"], help: "Show how the source is read, and read it in another way") {
      $0.showReadings()
    }
  ]

  private func showReadings() {
    let position = currentSource
    Task { [weak self, feed] in
      do {
        let explanation = try await feed.explanation(ofSourceAt: position)
        guard let explanation else {
          self?.status.show("the rows of this source can be read in one way only")
          return
        }
        let page = ReadingsPage(explanation)
        page.canChoose = { [feed] in feed.canReadAgain(sourceAt: position) }
        page.onChoose = { self?.read(sourceAt: position, as: $0) }
        self?.stack?.push(page)
      } catch {
        self?.status.show("\(error)", style: .error)
      }
    }
  }

  /// The position of the source of the current row.
  private var currentSource: Int {
    guard let cursor, let number = rows?.number(at: cursor) else { return 0 }
    return feed.sources.firstIndex { $0.rows.contains(number) } ?? 0
  }

  /// Reads a source in another way: its members are others, so filters, order and columns end, and
  /// are not brought back.
  private func read(sourceAt position: Int, as reading: FeedExplanation.Reading) {
    guard feed.read(sourceAt: position, as: reading) else { return }
    isReadAnew = true
    if feed.sources.count == 1 { self.reading = reading.choice.isEmpty ? nil : reading.choice }
    let ended = [
      filters.isEmpty ? nil : "filter", sortKeys.isEmpty ? nil : "sort order",
    ].compactMap(\.self)
    history = ViewHistory()
    setFilters([])
    setSortKeys([])
    if feed.sources.count == 1 { columnController.columns = FeedColumns() }
    let what = ended.joined(separator: " and ")
    status.show(
      "read as \(reading.format.rawValue)\(ended.isEmpty ? "" : "; without the \(what)")")
  }
}
