import Foundation

/// A command of ours beside one of another program, which take turns.
///
/// In both, `$MOCOA` and `$DUCK` stand for our program and DuckDB's. Where the other program is
/// missing, there is no ratio. Behind the reference are the seconds of processor time, ours first.
struct CommandCase {
  var name: String
  var ours: String
  var reference: String
  var theirs: String

  /// Runs both commands four times and prints the medians of the last three.
  ///
  /// - Parameters:
  ///   - area: The area in the name.
  ///   - names: What else stands for what: `F` for `$F`.
  /// - Throws: A `ShellError` where a command fails.
  func run(area: String, _ names: [String: String]) throws {
    let names = names.merging(
      ["MOCOA": environment("MOCOA_TUI") ?? "mocoa-tui", "DUCK": environment("DUCKDB") ?? "duckdb"]
    ) { own, _ in own }
    let commands = [ours, theirs].map { command in
      names.reduce(command) { $0.replacingOccurrences(of: "$\($1.key)", with: $1.value) }
    }
    let program = commands[1].prefix { $0 != " " }
    let isThere = (try? runShell("command -v \(program) | grep -q .")) != nil
    var times: [[Duration]] = [[], []]
    var seconds = [0.0, 0.0]
    // The first of four rounds fills the caches.
    for round in 0..<4 {
      for (index, command) in commands.enumerated() where index == 0 || isThere {
        let before = Self.childSeconds()
        let time = try ContinuousClock().measure { try runShell("\(command) > /dev/null") }
        guard round > 0 else { continue }
        times[index].append(time)
        seconds[index] += (Self.childSeconds() - before) / 3
      }
    }
    let medians = times.map { $0.sorted().dropFirst().first }
    guard let median = medians[0] else { return }
    let processor = seconds.map { String(format: "%.2f", $0) }.joined(separator: " and ")
    print(
      Measurement(
        name: "\(area)/\(name)", median: median, ratio: medians[1].map { $0 / median },
        reference: "\(reference), \(processor) s of processor time"
      ).line)
  }

  /// The processor time of the children that have ended, in seconds.
  private static func childSeconds() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
  }
}
