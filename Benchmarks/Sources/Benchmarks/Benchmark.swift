/// One line of a benchmark's result, compared with a reference measured in the same run.
struct Measurement {
  /// What was measured, as `area/case`.
  var name: String
  /// The median time of one run.
  var median: Duration
  /// How many times faster than the reference, or nil where there is none.
  var ratio: Double?
  /// What the ratio is to.
  var reference: String

  /// Name, median in milliseconds, ratio and reference, with tabs between them.
  var line: String {
    let milliseconds = median / .milliseconds(1)
    let rounded = (milliseconds * 10_000).rounded() / 10_000
    let times = ratio.map { "\(($0 * 100).rounded() / 100)" } ?? "-"
    return "\(name)\t\(rounded)\t\(times)\t\(reference)"
  }
}

/// An area of benchmarks, chosen on the command line by its name.
struct BenchmarkArea {
  var name: String
  var run: () throws -> Void
}

/// The median time that a body takes, over several runs after one that is not counted.
func median(runs: Int = 7, of body: () throws -> Void) rethrows -> Duration {
  try body()
  let clock = ContinuousClock()
  var times: [Duration] = []
  for _ in 0..<runs { times.append(try clock.measure(body)) }
  return times.sorted()[runs / 2]
}

/// The medians of two bodies that take turns, so that both see the same noise.
func medians(
  runs: Int = 7, of first: () throws -> Void, and second: () throws -> Void
) rethrows -> (Duration, Duration) {
  try first()
  try second()
  let clock = ContinuousClock()
  var times: ([Duration], [Duration]) = ([], [])
  for _ in 0..<runs {
    times.0.append(try clock.measure(first))
    times.1.append(try clock.measure(second))
  }
  return (times.0.sorted()[runs / 2], times.1.sorted()[runs / 2])
}

/// Keeps a value from being optimised away.
@inline(never)
func blackHole<Value>(_ value: Value) {
  withExtendedLifetime(value) {}
}
