import BenchmarkSupport
import MocoaCore

/// What turns one list into another: the engine, beside the standard library's `difference(from:)`.
var diffBenchmarks: BenchmarkArea {
  BenchmarkArea(name: "diff", run: measureDifferences)
}

private func measureDifferences() {
  for workload in RowWorkload.small() + RowWorkload.large() { measureRows(workload) }
  for workload in SectionWorkload.all() { measureSections(workload) }
  countAllocations()
  measureIntegers()
  measureFingerprints()
}

/// The cases that the standard library ends in reasonable time; it takes O(n · d).
private let standardCases: Set<String> = [
  "rows-100", "readme-5k", "scattered-100k", "scattered-100k-fresh", "first-to-last-100k",
  "append-1M", "append-1M-fresh", "prepend-1M", "prepend-1M-fresh", "update-1M", "update-1M-fresh",
  "unchanged-1M", "unchanged-1M-fresh",
]

private func measureRows(_ workload: RowWorkload) {
  let (old, new) = (workload.old, workload.new)
  // A short case is repeated, so that the clock's grain does not show.
  let times = old.count < 1_000 ? 100 : 1
  let ours = { for _ in 0..<times { blackHole(Changeset(from: old, to: new)) } }
  guard standardCases.contains(workload.name) else {
    report(workload.name, median(of: ours) / times)
    return
  }
  let (first, second) = medians(of: ours) {
    for _ in 0..<times { blackHole(new.difference(from: old)) }
  }
  report(workload.name, first / times, against: second / times)
}

private func measureSections(_ workload: SectionWorkload) {
  let (old, new) = (workload.old, workload.new)
  report(
    workload.name, median { blackHole(Changeset(fromSections: old, to: new)) })
}

/// The number of allocations of a difference.
private func countAllocations() {
  for workload in RowWorkload.small().prefix(4) {
    let before = allocation_count()
    blackHole(Changeset(from: workload.old, to: workload.new))
    print("# diff/\(workload.name): \(allocation_count() - before) allocations")
  }
}

/// Identities that are integers.
private func measureIntegers() {
  var generator = BenchmarkGenerator(state: 6)
  let rows = (0..<100_000).map { IntegerRow(id: $0) }
  let shuffled = rows.shuffled(using: &generator)
  report("integers-shuffle-100k", median { blackHole(Changeset(from: rows, to: shuffled)) })
  let many = (0..<1_000_000).map { IntegerRow(id: $0) }
  let appended = many + (1_000_000..<1_001_000).map { IntegerRow(id: $0) }
  let (first, second) = medians {
    blackHole(Changeset(from: many, to: appended))
  } and: {
    blackHole(appended.difference(from: many))
  }
  report("integers-append-1M", first, against: second)
}

private struct IntegerRow: Identifiable, Equatable {
  var id: Int
  var revision = 0
}

/// Rows that are known by their hashes alone.
private func measureFingerprints() {
  var generator = BenchmarkGenerator(state: 7)
  let old = (0..<1_000_000).map { _ in
    RowFingerprint(id: generator.next(), content: generator.next())
  }
  var new = old
  new[500_000].content += 1
  report("fingerprints-update-1M", median { blackHole(Changeset(from: old, to: new)) })
  let shuffled = old.prefix(100_000).shuffled(using: &generator)
  let few = Array(old.prefix(100_000))
  report("fingerprints-shuffle-100k", median { blackHole(Changeset(from: few, to: shuffled)) })
}

private func report(_ name: String, _ time: Duration, against reference: Duration? = nil) {
  print(
    Measurement(
      name: "diff/\(name)", median: time, ratio: reference.map { $0 / time },
      reference: reference == nil ? "-" : "stdlib"
    ).line)
}
