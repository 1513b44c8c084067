import Glibc
import MocoaFeed

/// How fast rows are found, against reading the same bytes from the page cache into nothing.
///
/// The feed is made in a temporary place: 100,000 rows of 440 bytes, or as many as
/// `MOCOA_BENCHMARK_ROWS` says; `MOCOA_BENCHMARK_FEED` names a file to be used instead.
enum FeedBenchmarks {
  static var area: BenchmarkArea { BenchmarkArea(name: "feed", run: run) }

  static func run() throws {
    let count = sampleRowCount ?? 100_000
    try measure("feed/index-array", .array(rows: count))
    try measure("feed/index-ndjson", .lines(rows: count))
    try measure("feed/index-numbers", .numbers(rows: count * 20))
    try measure("feed/index-sections", .sections(rows: count))
    try MainActor.assumeIsolated {
      try measureRows(rows: count)
      try measureFirstScreen(rows: count)
      try measureMemory(rows: count)
    }
  }

  private static func measure(_ name: String, _ kind: SampleFeed.Kind) throws {
    let sample = try SampleFeed(kind)
    let path = sample.path
    let (ours, reference) = try medians(
      of: { try MainActor.assumeIsolated { try index(path) } }, and: { read(path) })
    withExtendedLifetime(sample) {}
    report(name, ours, reference, "read(2) of the same \(sample.byteCount / 1_000_000) MB")
    let rate = Double(sample.byteCount) / (ours / .seconds(1)) / 1e9
    print("# \(name): \((rate * 100).rounded() / 100) GB/s")
  }

  /// Finds all rows of a file.
  @MainActor
  private static func index(_ path: String) throws {
    let feed = Feed(source: try ByteSources.file(path))
    feed.wait(forRows: .max, timeout: .seconds(600))
    blackHole(feed.listModel.numberOfRows)
  }

  /// A screenful of rows at random places, checked and with a member looked up.
  @MainActor
  private static func measureRows(rows: Int) throws {
    let sample = try SampleFeed(.array(rows: rows))
    let feed = Feed(source: try ByteSources.file(sample.path))
    feed.wait(forRows: .max, timeout: .seconds(600))
    let model = feed.listModel
    var place = 0
    let time = median(runs: 101) {
      place = (place + 7919) % (rows - 40)
      for number in place..<place + 40 { blackHole(model.row(number).json.member("title")) }
    }
    report("feed/screenful", time, nil, "40 rows at a new place, read, checked, one member")
  }

  /// From nothing to forty rows.
  @MainActor
  private static func measureFirstScreen(rows: Int) throws {
    for (name, count) in [("feed/first-screen-1k", 1_000), ("feed/first-screen", rows)] {
      let sample = try SampleFeed(.array(rows: count))
      let time = try median(runs: 21) {
        let feed = Feed(source: try ByteSources.file(sample.path))
        feed.wait(forRows: 40, timeout: .seconds(10))
        for number in 0..<40 { blackHole(feed.listModel.row(number)) }
        feed.stop()
      }
      report(name, time, nil, "open, find and read 40 rows of \(count)")
    }
  }

  private static func read(_ path: String) {
    let file = open(path, O_RDONLY)
    defer { close(file) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 64)
    defer { buffer.deallocate() }
    while Glibc.read(file, buffer.baseAddress, buffer.count) > 0 {}
  }

  private static func report(
    _ name: String, _ time: Duration, _ reference: Duration?, _ description: String
  ) {
    let measurement = Measurement(
      name: name, median: time, ratio: reference.map { $0 / time }, reference: description)
    print(measurement.line)
  }

  /// What the index of many rows keeps in memory.
  @MainActor
  private static func measureMemory(rows: Int) throws {
    let sample = try SampleFeed(.array(rows: rows))
    try index(sample.path)
    let before = residentBytes()
    let feed = Feed(source: try ByteSources.file(sample.path))
    feed.wait(forRows: .max, timeout: .seconds(600))
    let perRow = Double(residentBytes() - before) / Double(feed.listModel.numberOfRows)
    print("# feed/index-memory: \((perRow * 100).rounded() / 100) bytes a row")
    feed.stop()
  }
}
