import Glibc

/// A variable of the environment.
func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// How many rows a sample has, where that was said.
var sampleRowCount: Int? { environment("MOCOA_BENCHMARK_ROWS").flatMap { Int($0) } }

/// A file of made-up rows that is removed with the value.
final class SampleFeed: Sendable {
  enum Kind {
    case array(rows: Int)
    case lines(rows: Int)
    case numbers(rows: Int)
    case sections(rows: Int)
  }

  let path: String
  let byteCount: Int
  private let isTemporary: Bool

  init(_ kind: Kind) throws {
    if let given = environment("MOCOA_BENCHMARK_FEED") {
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
    var count = 0
    func flush(at limit: Int) {
      guard text.count >= limit else { return }
      text.withUnsafeBytes { _ = write(file, $0.baseAddress, $0.count) }
      count += text.count
      text.removeAll(keepingCapacity: true)
    }
    Self.make(kind) {
      text.append(contentsOf: $0.utf8)
      flush(at: 1 << 20)
    }
    flush(at: 0)
    close(file)
    byteCount = count
  }

  /// Makes a file that differs in one place, to be put in place of this one.
  func prepareReplacement(of old: String, by new: String) throws {
    try runShell("sed 's/\(old)/\(new)/' '\(path)' > '\(path).new'")
  }

  /// Puts that file in place.
  func replace() { rename(path + ".new", path) }

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
