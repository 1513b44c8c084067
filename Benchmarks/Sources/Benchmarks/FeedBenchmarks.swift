import Glibc
import MocoaFeed

/// How fast rows are found, against reading the same bytes from the page cache into nothing.
///
/// The feed is made in a temporary place: 100,000 rows of 440 bytes, or as many as
/// `MOCOA_BENCHMARK_ROWS` says; `MOCOA_BENCHMARK_FEED` names a file to be used instead.
enum FeedBenchmarks {
  static var area: BenchmarkArea { BenchmarkArea(name: "feed", run: run) }

  static func run() throws {
    let count = environment("MOCOA_BENCHMARK_ROWS").flatMap { Int($0) } ?? 100_000
    try measure("feed/index-array", .array(rows: count))
    try measure("feed/index-ndjson", .lines(rows: count))
    try measure("feed/index-numbers", .numbers(rows: count * 20))
    try measure("feed/index-sections", .sections(rows: count))
    try MainActor.assumeIsolated {
      try measureRows(rows: count)
      try measureFirstScreen(rows: count)
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

  fileprivate static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}

/// A file of made-up rows that is removed with the value.
final class SampleFeed {
  enum Kind {
    case array(rows: Int)
    case lines(rows: Int)
    case numbers(rows: Int)
    case sections(rows: Int)
  }

  let path: String
  private(set) var byteCount = 0
  private let isTemporary: Bool

  init(_ kind: Kind) throws {
    if let given = FeedBenchmarks.environment("MOCOA_BENCHMARK_FEED") {
      path = given
      isTemporary = false
      var status = stat()
      stat(path, &status)
      byteCount = Int(status.st_size)
      return
    }
    isTemporary = true
    var template = Array("/tmp/mocoa-benchmark-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    var text: [UInt8] = []
    func flush(at limit: Int) {
      guard text.count >= limit else { return }
      text.withUnsafeBytes { _ = write(file, $0.baseAddress, $0.count) }
      byteCount += text.count
      text.removeAll(keepingCapacity: true)
    }
    Self.make(kind) {
      text.append(contentsOf: $0.utf8)
      flush(at: 1 << 20)
    }
    flush(at: 0)
    close(file)
  }

  deinit {
    if isTemporary { unlink(path) }
  }

  private static func make(_ kind: Kind, _ write: (String) -> Void) {
    switch kind {
    case .array(let rows):
      for row in 0..<rows { write((row == 0 ? "[" : ",") + Self.row(row)) }
      write("]\n")
    case .lines(let rows):
      for row in 0..<rows { write(Self.row(row) + "\n") }
    case .numbers(let rows):
      for row in 0..<rows { write((row == 0 ? "[" : ",") + String(row &* 7919)) }
      write("]\n")
    case .sections(let rows):
      write("{\"sections\":[")
      for row in 0..<rows {
        let head =
          row % 100 == 0 ? (row == 0 ? "" : "]},") + "{\"header\":\"\(row)\",\"items\":[" : ","
        write(head + Self.row(row))
      }
      write("]}]}\n")
    }
  }

  private static let words = [
    "anchor", "galaxy", "river", "raven", "glacier", "garden", "cursor", "rocket", "漢字とかな",
    "quartz", "column", "desert", "magnet", "lagoon", "window", "valley",
  ]

  private static func row(_ number: Int) -> String {
    func word(_ index: Int) -> String { words[(number &* 31 &+ index &* 17) & 15] }
    let text = (0..<28).map(word).joined(separator: " ")
    return """
      {"id":"item-\(number)","title":"\(word(1)) \(word(2)) \(word(3))","author":{"name":"Ada \
      \(word(4))","url":"https://example.org/u/\(number % 97)"},"tags":["docs","\(word(5))"],\
      "date_published":"2026-11-01T12:00:00Z","score":\(number % 5000),"url":\
      "https://news.example.com/\(number)","content_text":"\(text)."}
      """
  }
}
