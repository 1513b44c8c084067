/// Finds the runs of rows that are kept in place, so that as few rows as possible move.
///
/// The rows kept in place are a heaviest increasing subsequence of the runs, weighted by length.
/// The list of runs is split at every point where all runs before are below all runs after: a
/// single moved row then concerns only the runs that it passed. Each part is solved with a tree of
/// prefix maxima; see P. M. Fenwick, "A new data structure for cumulative frequency tables" (1994).
package struct IncreasingSubsequence {
  private let runs: [Range<Int>]
  private var isStaying: [Bool]
  /// For each run, the greatest weight of a sequence that ends with it.
  private var weights: [Int]

  /// Finds the heaviest increasing subsequence of disjoint ranges that are not empty.
  ///
  /// - Returns: For each run, whether it is in the subsequence.
  /// - Complexity: O(*n* log *n*), and O(*n*) if all runs are kept; the lengths do not matter.
  package static func find(in runs: [Range<Int>]) -> [Bool] {
    var search = IncreasingSubsequence(runs)
    search.solveParts()
    return search.isStaying
  }

  private init(_ runs: [Range<Int>]) {
    self.runs = runs
    isStaying = Array(repeating: true, count: runs.count)
    weights = Array(repeating: 0, count: runs.count)
  }

  private mutating func solveParts() {
    guard runs.count > 1 else { return }
    // Until its part is solved, the weight of a run is the least position after it.
    var least = Int.max
    for index in runs.indices.reversed() {
      weights[index] = least
      least = min(least, runs[index].lowerBound)
    }
    var (start, greatest) = (0, Int.min)
    for index in runs.indices {
      greatest = max(greatest, runs[index].lowerBound)
      guard greatest < weights[index] else { continue }
      if index > start { solve(start...index) }
      start = index + 1
    }
  }

  private mutating func solve(_ part: ClosedRange<Int>) {
    var heaviest = weigh(part)
    // From the heaviest end backwards, always to the last run with the remaining weight.
    var next = Int.max
    for index in part.reversed() {
      let run = runs[index]
      isStaying[index] = weights[index] == heaviest && run.lowerBound < next
      if isStaying[index] { (heaviest, next) = (heaviest - run.count, run.lowerBound) }
    }
  }

  /// Computes the weights of a part, and returns the greatest.
  private mutating func weigh(_ part: ClosedRange<Int>) -> Int {
    var maxima = Array(repeating: 0, count: part.count + 1)
    for (index, rank) in zip(part, ranks(of: part)) {
      var (weight, node) = (0, rank - 1)
      while node > 0 {
        weight = max(weight, maxima[node])
        node &= node - 1
      }
      weight += runs[index].count
      weights[index] = weight
      node = rank
      while node <= part.count {
        maxima[node] = max(maxima[node], weight)
        node += node & -node
      }
    }
    return part.reduce(0) { max($0, weights[$1]) }
  }

  /// Returns the rank of each run of a part by position, from 1.
  private func ranks(of part: ClosedRange<Int>) -> [Int] {
    var ranks = Array(repeating: 0, count: part.count)
    let runs = runs[part]
    let first = runs.lazy.map(\.lowerBound).min() ?? 0
    let span = (runs.lazy.map(\.lowerBound).max() ?? 0) - first + 1
    guard span <= 16 * part.count else {
      let order = part.sorted { runs[$0].lowerBound < runs[$1].lowerBound }
      for (rank, index) in order.enumerated() { ranks[index - part.lowerBound] = rank + 1 }
      return ranks
    }
    // Runs that are close to each other are sorted by marking their positions, which is faster.
    var line = Array(repeating: 0, count: span)
    for run in runs { line[run.lowerBound - first] = 1 }
    for position in line.indices.dropFirst() { line[position] += line[position - 1] }
    for (offset, run) in runs.enumerated() { ranks[offset] = line[run.lowerBound - first] }
    return ranks
  }
}
