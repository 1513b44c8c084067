import DifferenceKit
import MocoaDiff

// Prints a line a case: name, median in milliseconds, how many times faster than DifferenceKit, and
// the operations of both. Names of cases can be given as arguments; the default is all of them.

extension BenchmarkRow: Differentiable {
  var differenceIdentifier: String { id }
  func isContentEqual(to source: BenchmarkRow) -> Bool { self == source }
}

extension BenchmarkSection: DifferentiableSection {
  var differenceIdentifier: Int { id }
  var elements: [BenchmarkRow] { rows }
  func isContentEqual(to source: BenchmarkSection) -> Bool { true }

  init(source: BenchmarkSection, elements: some Swift.Collection<BenchmarkRow>) {
    self.init(id: source.id, rows: Array(elements))
  }
}

extension RowWorkload {
  /// The same lists with titles of 60 characters.
  var titled: RowWorkload {
    func long(_ row: BenchmarkRow) -> BenchmarkRow {
      var row = row
      let title = "A title of some sixty characters, as feeds have: \(row.title)"
      row.title = title + String(repeating: ".", count: max(0, 60 - title.utf8.count))
      return row
    }
    return RowWorkload(name: name + "-titled", old: old.map(long), new: new.map(long))
  }

  /// All cases of one section: with strings that both lists share, and with strings of their own.
  static var compared: [RowWorkload] {
    let shared = small().filter { !$0.name.hasSuffix("-fresh") }
    let titled = shared.filter { !["rows-100", "readme-5k"].contains($0.name) }
    return shared + shared.map(\.fresh) + titled.map(\.titled.fresh) + large()
  }
}

let chosen = Set(CommandLine.arguments.dropFirst())

func compare<Result>(
  _ name: String, repeated times: Int = 1, _ ours: () -> MocoaDiff.Changeset,
  _ theirs: () -> Result, count: (Result) -> Int
) {
  guard chosen.isEmpty || chosen.contains(name) else { return }
  let (first, second) = medians {
    for _ in 0..<times { blackHole(ours()) }
  } and: {
    for _ in 0..<times { blackHole(theirs()) }
  }
  let operations = "DifferenceKit; operations \(ours().count) to \(count(theirs()))"
  print(
    Measurement(
      name: "differencekit/\(name)", median: first / times, ratio: second / first,
      reference: operations
    ).line)
}

for workload in RowWorkload.compared {
  let (old, new) = (workload.old, workload.new)
  // A short case is repeated, so that the clock's grain does not show.
  compare(workload.name, repeated: old.count < 1_000 ? 100 : 1) {
    MocoaDiff.Changeset(from: old, to: new)
  } _: {
    StagedChangeset(source: old, target: new)
  } count: {
    $0.reduce(0) { $0 + $1.changeCount }
  }
}
for workload in SectionWorkload.all() {
  let (old, new) = (workload.old, workload.new)
  compare(workload.name) {
    MocoaDiff.Changeset(fromSections: old, to: new)
  } _: {
    StagedChangeset(source: old, target: new)
  } count: {
    $0.reduce(0) { $0 + $1.changeCount }
  }
}
