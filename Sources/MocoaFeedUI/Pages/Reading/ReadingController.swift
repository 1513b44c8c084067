import MocoaFeed
import MocoaTUI

/// The feature of reading the sources in other ways.
@MainActor
final class ReadingController: PageFeature {
  static let bindings: [KeyBinding<ReadingController>] = [
    .init("readings", ["R"], help: "Show how the source is read, and read it in another way") {
      $0.showReadings()
    }
  ]

  /// How the user chose to read the only source; nil if that is detected.
  var choice: FeedExplanation.Choice?

  private unowned let page: any FeedContext
  private let query: QueryController
  private let columns: ColumnController
  private let undo: UndoController
  private let targets: TargetRows

  /// Creates the feature; the page outlives it.
  init(
    page: any FeedContext, query: QueryController, columns: ColumnController, undo: UndoController,
    targets: TargetRows
  ) {
    (self.page, self.query, self.columns, self.undo) = (page, query, columns, undo)
    self.targets = targets
  }

  private func showReadings() {
    let (position, feed) = (currentSource, page.feed)
    let readings = ReadingsPage(feed.name)
    readings.canChoose = { feed.canReadAgain(sourceAt: position) }
    readings.onChoose = { [weak self] in self?.read(sourceAt: position, as: $0) }
    // It is shown at once, so that the next keys are not for the rows.
    page.stack?.push(readings)
    Task { [weak self] in
      do {
        let explanation = try await feed.explanation(ofSourceAt: position)
        let notes = feed.lastingNotes.map(TextWidth.sanitized)
        if let explanation {
          readings.show(explanation, notes: notes)
        } else if !notes.isEmpty {
          readings.show(rowCount: feed.listModel.numberOfRows, notes: notes)
        } else {
          readings.leave()
          self?.page.status.show("the rows of this source can be read in one way only")
        }
      } catch {
        readings.leave()
        self?.page.status.show("\(error)", style: .error)
      }
    }
  }

  /// The position of the source of the current row.
  private var currentSource: Int {
    guard let cursor = page.cursor, let number = page.rows?.number(at: cursor) else { return 0 }
    return page.feed.sources.firstIndex { $0.rows.contains(number) } ?? 0
  }

  /// Reads a source in another way: its rows and members are others, so marks, filters, order and
  /// columns end, and are not brought back.
  private func read(sourceAt position: Int, as reading: FeedExplanation.Reading) {
    let place = page.cursorRowNumber.flatMap { page.rows?.base.place(ofRow: $0) }
    guard page.feed.read(sourceAt: position, as: reading) else { return }
    page.source.isReadAnew = true
    page.source.placeOfCursor = place?.source == position ? place : nil
    let isOnly = page.feed.sources.count == 1
    if isOnly { choice = reading.choice.isEmpty ? nil : reading.choice }
    let ended = [
      query.filters.isEmpty ? nil : "filter", query.sortKeys.isEmpty ? nil : "sort order",
    ].compactMap(\.self)
    undo.clear()
    query.setFilters([])
    query.setSortKeys([])
    if isOnly { columns.columns = FeedColumns() }
    let markCount = targets.count
    targets.willUnmarkAll()
    page.list.deselectAllItems()
    let notes = [
      "read as \(reading.format.rawValue)",
      ended.isEmpty ? nil : "without the \(ended.joined(separator: " and "))",
      markCount > 0 ? RowUpdater.clearedMarks(markCount) : nil,
    ]
    page.status.show(notes.compactMap(\.self).joined(separator: "; "))
  }
}

extension ReadingController: SavedFeature {
  func save(to state: inout FeedPageState) { state.reading = choice }

  func restore(_ state: FeedPageState) -> (what: String, lost: String) {
    choice = state.reading
    return (choice?.format.map { "reading as \($0.rawValue)" } ?? "", "")
  }
}
