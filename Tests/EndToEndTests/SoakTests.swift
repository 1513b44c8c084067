import Foundation
import MocoaTestSupport
import Synchronization
import Testing

/// A program that is left running, with a source that fails in every way and random
/// keys: memory, descriptors, threads and processes stay flat, and `q` still ends it.
///
/// `make soak` runs it for `SOAK_SECONDS`.
@Suite struct SoakTests {
  private static let seconds =
    ProcessInfo.processInfo.environment["SOAK_SECONDS"].flatMap(Int.init) ?? 10

  @Test func aFileThatIsReplacedTruncatedAndBroken() async throws {
    let file = try TemporaryFile(FeedFault.rows(1), named: "soak.json")
    try await Soak(["--watch", "0.2", file.path]).run(seconds: Self.seconds) { round in
      FeedFault.all[round % FeedFault.all.count].apply(to: file.path, round)
    }
  }

  @Test func aLogThatGrowsAndIsRotated() async throws {
    let file = try TemporaryFile(FeedFault.lines(100, from: 0), named: "soak.ndjson")
    try await Soak(["--follow", file.path]).run(seconds: Self.seconds) { round in
      // The feed starts again before its growth would hide whether memory is flat.
      if round % 20 == 0 {
        try? Data(FeedFault.lines(10, from: round).utf8).write(to: URL(fileURLWithPath: file.path))
      } else {
        FeedFault.append(FeedFault.lines(50, from: round), to: file.path)
      }
    }
  }

  @Test func aServerOfFaults() async throws {
    let count = Atomic(0)
    let server = try LocalServer { _ in
      let round = count.add(1, ordering: .relaxed).newValue
      return switch round % 7 {
      case 0: .init("no", status: 503)
      case 1: .init(raw: "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n[{\"id\":1},")
      case 2: .init(raw: "nonsense\r\n\r\n")
      case 3: .init(status: 302, headers: ["Location": "/again"])
      default: .init(FeedFault.rows(round))
      }
    }
    try await Soak(["--watch", "0.2", "--timeout", "2", server.url("/rows.json")])
      .run(seconds: Self.seconds) { _ in }
  }

  @Test func aCommandThatIsRunAgain() async throws {
    let file = try TemporaryFile(FeedFault.rows(1), named: "soak.json")
    let script = "cat '\(file.path)'; [ $(($$ % 3)) -gt 0 ] || exit 3"
    try await Soak(["--watch", "0.2", "--", "sh", "-c", script]).run(seconds: Self.seconds) {
      FeedFault.all[$0 % FeedFault.all.count].apply(to: file.path, $0)
    }
  }
}

/// A way in which a file changes.
private enum FeedFault {
  case replace, overwrite, cut, garbage, delete, append, empty

  static let all: [FeedFault] = [
    .replace, .overwrite, .append, .cut, .replace, .garbage, .delete, .replace, .empty,
    .overwrite,
  ]

  static func rows(_ round: Int) -> String {
    let rows = (0..<200).map { number in
      #"{"id":\#(number + round % 50),"n":\#((number * round) % 97),"name":"row \#(number)","#
        + #""in":{"list":[1,2,\#(round)],"time":"2026-01-01T00:00:\#(10 + number % 50)Z"}}"#
    }
    return "[" + rows.joined(separator: ",\n") + "]\n"
  }

  static func lines(_ count: Int, from round: Int) -> String {
    (0..<count).map { #"{"id":"\#(round)-\#($0)","level":"info","n":\#($0)}"# + "\n" }.joined()
  }

  static func append(_ text: String, to path: String) {
    guard let file = FileHandle(forWritingAtPath: path) else { return }
    _ = try? file.seekToEnd()
    try? file.write(contentsOf: Data(text.utf8))
    try? file.close()
  }

  func apply(to path: String, _ round: Int) {
    let place = URL(fileURLWithPath: path)
    let text = Self.rows(round)
    switch self {
    case .replace: try? Data(text.utf8).write(to: place, options: .atomic)
    case .overwrite: try? Data(text.utf8).write(to: place)
    case .cut: truncate(path, off_t(round * 37 % 5_000))
    case .garbage: try? Data("{\"a\":[1,,}\u{0}\u{1B}[31m".utf8).write(to: place)
    case .delete: try? FileManager.default.removeItem(at: place)
    case .append: Self.append(",{\"id\":1}", to: path)
    case .empty: try? Data().write(to: place)
    }
  }
}

/// What a process uses, as proc(5) has it.
private struct Usage: CustomStringConvertible {
  var kilobytes = 0
  var threads = 0
  var descriptors = 0
  /// The processes of its session, itself included.
  var processes = 0

  /// Returns what a process and those of its session use; nil if it has ended.
  init?(of identifier: pid_t) {
    let folder = "/proc/\(identifier)"
    guard let status = try? String(contentsOfFile: folder + "/status", encoding: .utf8) else {
      return nil
    }
    func number(_ name: String) -> Int? {
      status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        .flatMap { Int($0.filter(\.isNumber)) }
    }
    guard let resident = number("VmRSS") else { return nil }
    kilobytes = resident
    threads = number("Threads") ?? 0
    let files = FileManager.default
    descriptors = (try? files.contentsOfDirectory(atPath: folder + "/fd").count) ?? 0
    processes = ((try? files.contentsOfDirectory(atPath: "/proc")) ?? []).count { name in
      guard let number = Int32(name) else { return false }
      return getsid(number) == identifier
    }
  }

  var description: String {
    "\(kilobytes) kB, \(threads) threads, \(descriptors) descriptors, \(processes) processes"
  }
}

private struct Soak {
  private let terminal: PseudoTerminal
  private var generator = SeededGenerator(seed: 23)

  /// Everything but what leaves the program, runs a command or writes a file; palette and help
  /// offer all of it.
  private static let keys = [
    "j", "k", "G", "g", " ", "\r", "\u{1B}", "\t", "v", "z", "F", "T", "S", "I", "C", "t", "=", "-",
    "u", "r", "p", "c", "l", "h", "(", ")", ">", "n", "N", "U", "*", "H", "L", "P", "e",
    "\u{C}", "\u{1B}[6~", "\u{1B}[5~", "/row\r", "fn > 20\r", "f\u{15}\r", "sn\r", "\u{7F}",
    "\u{1B}[<0;10;5M\u{1B}[<0;10;5m", "\u{1B}[<64;10;5M", "\u{1B}[200~pasted\u{1B}[201~",
  ]

  init(_ arguments: [String]) throws {
    terminal = try PseudoTerminal(running: builtProgram("mocoa-tui"), arguments)
  }

  consuming func run(seconds: Int, change: (Int) -> Void) async throws {
    var soak = self
    try await soak.terminal.read("the first screen", timeout: .seconds(30)) { !$0.isEmpty }
    let end = ContinuousClock.now + .seconds(seconds)
    var (round, samples) = (0, [Usage]())
    while ContinuousClock.now < end {
      round += 1
      change(round)
      for _ in 0..<4 { soak.type() }
      if round % 10 == 0 { try await soak.rest(&samples) }
      _ = try await soak.terminal.readUntilQuiet(for: .milliseconds(20))
    }
    try await soak.rest(&samples)
    soak.check(samples, rounds: round)
    soak.terminal.write("\u{1B}\u{1B}\u{1B}qqq")
    let (_, bytes) = try await soak.terminal.readToEnd(timeout: .seconds(60))
    #expect(soak.terminal.settings == soak.terminal.initialSettings)
    #expect(bytes.text.contains("\u{1B}[?1049l"))
  }

  private mutating func type() {
    if Int.random(in: 0..<10, using: &generator) == 0 {
      terminal.resize(
        columns: Int.random(in: 1...200, using: &generator),
        rows: Int.random(in: 1...60, using: &generator))
    }
    terminal.write(Self.keys.randomElement(using: &generator) ?? "j")
  }

  /// Goes back to the list, waits until the program rests, and notes what it uses.
  private func rest(_ samples: inout [Usage]) async throws {
    terminal.resize(columns: 80, rows: 24)
    // Each on its own: two in a row are a key with Alt.
    for _ in 0..<8 {
      terminal.write("\u{1B}")
      _ = try await terminal.readUntilQuiet(for: .milliseconds(60))
    }
    let usage = try #require(Usage(of: terminal.identifier), "it has ended")
    samples.append(usage)
  }

  /// Compares the second half with the first: medians, and with some room, since a reload may be
  /// under way; there are several reloads a second, so that a leak is more than that.
  private func check(_ samples: [Usage], rounds: Int) {
    func median(_ values: some Sequence<Int>) -> Int {
      let sorted = values.sorted()
      return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }
    let (first, second) = (samples.prefix(samples.count / 2), samples.suffix(samples.count / 2))
    let summary =
      "\(rounds) rounds; first \(first.first.map { "\($0)" } ?? "none"); "
      + "last \(second.last.map { "\($0)" } ?? "none")"
    func isFlat(_ value: KeyPath<Usage, Int>, within share: Double, plus room: Int) -> Bool {
      Double(median(second.map { $0[keyPath: value] }))
        <= Double(median(first.map { $0[keyPath: value] })) * (1 + share) + Double(room)
    }
    #expect(isFlat(\.kilobytes, within: 0.1, plus: 8_192), "\(summary)")
    #expect(isFlat(\.descriptors, within: 0, plus: 12), "\(summary)")
    // libdispatch starts more workers, up to 64, while the processors are busy; a leak is more.
    #expect(isFlat(\.threads, within: 0, plus: 48), "\(summary)")
    #expect(isFlat(\.processes, within: 0, plus: 2), "\(summary)")
    print("soak: \(summary)")
  }
}
