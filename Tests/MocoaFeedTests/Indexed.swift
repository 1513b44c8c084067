import MocoaCore

@testable import MocoaFeed

/// A source that has been gone through to its end, on the calling thread.
struct Indexed {
  let model: FeedListModel
  let progress: RowIndex.Progress

  init(_ source: any ByteSource, options: FeedOptions = FeedOptions()) {
    let index = RowIndex()
    FeedIndexer(source: source, index: index, options: options).run()
    let store = RowStore(source: source, index: index, options: options)
    progress = index.progress
    model = FeedListModel(store: store, progress: progress)
  }

  init(_ text: String, chunk: Int = .max, options: FeedOptions = FeedOptions()) {
    self.init(MemorySource(text, name: "feed.json", chunk: chunk), options: options)
  }

  init(_ bytes: [UInt8], chunk: Int = .max, options: FeedOptions = FeedOptions()) {
    self.init(MemorySource(bytes, name: "feed.json", chunk: chunk), options: options)
  }

  var rows: [Row] { (0..<model.numberOfRows).map(model.row) }

  /// The rows of each section as text; a broken one as `!` and what is wrong with it.
  var sections: [[String]] {
    (0..<model.numberOfSections).map { section in
      let section = model.feedSection(at: section)
      return (0..<section.numberOfItems).map { Self.text(section.row(at: $0)) }
    }
  }

  /// The notes on how the rows were read, those of rows that have been read since too.
  var notes: [String] { model.parts[0].store.index.notes }

  /// The error of the whole source as text.
  var error: String? { progress.error?.description }

  private static func text(_ row: Row) -> String {
    guard let problem = row.problem else { return row.json.text }
    let place = "\(problem.line ?? 0):\(problem.column ?? 0)"
    return "!\(place) \(problem.reason)"
  }
}

extension RowOutput {
  /// Writes the rows that a query finds, in its order, as the program does.
  mutating func write(_ query: RowQuery, of model: FeedListModel) throws {
    var sorter = makeSorter(query)
    _ = try sorter.add(0..<model.numberOfRows, of: model)
    try sorter.sort()
    try write(sorter, of: model)
  }
}
