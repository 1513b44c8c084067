/// Finds similar names for a mistyped one.
package enum NearestNames {
  /// The maximum number of members that are named where one is missing.
  package static let memberLimit = 12

  /// Returns the most similar names, the nearest first; at most three.
  ///
  /// - Complexity: O(n) for n names, times the product of their lengths.
  package static func nearest(to name: String, among names: [String]) -> [String] {
    let wanted = Array(name.lowercased())
    let limit = max(1, wanted.count / 3)
    let near = names.lazy.filter { $0 != name }.compactMap {
      candidate -> (name: String, rank: Int)? in
      let whole = distance(wanted, Array(candidate.lowercased()))
      let last = candidate.split(separator: ".").last.map { Array($0.lowercased()) } ?? []
      let end = distance(wanted, last)
      if min(whole, end) <= limit { return (candidate, min(2 * whole, 2 * end + 1)) }
      let isPart = wanted.count > 2 && candidate.lowercased().contains(name.lowercased())
      return isPart ? (candidate, 2 * limit + 2) : nil
    }
    return near.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }.prefix(3).map(\.name)
  }

  /// Returns the name that is certainly meant: one in four letters differs at most, or two are in
  /// another order; nil if there is none, or several are as near.
  package static func close(to name: some StringProtocol, among names: [String]) -> String? {
    let wanted = Array(name.lowercased())
    let near = names.compactMap { candidate -> (name: String, distance: Int)? in
      let letters = Array(candidate.lowercased())
      let distance = distance(wanted, letters)
      let isTurned = distance == 1 && wanted.sorted() == letters.sorted()
      return distance <= wanted.count / 4 || isTurned ? (candidate, distance) : nil
    }
    let least = near.map(\.distance).min()
    let nearest = near.filter { $0.distance == least }
    return nearest.count == 1 ? nearest.first?.name : nil
  }

  /// Returns a suffix that suggests the nearest name: `; did you mean 'bold'?`, or an empty string.
  package static func hint(for name: String, among names: [String]) -> String {
    nearest(to: name, among: names).first.map { "; did you mean '\($0)'?" } ?? ""
  }

  /// Returns a suffix that suggests the nearest name, or lists all names if none is near.
  package static func hintOrList(for name: String, among names: [String]) -> String {
    let hint = hint(for: name, among: names)
    return hint.isEmpty ? list(of: names) : hint
  }

  /// Returns a suffix that lists the first names: `; there are: red, green …`; empty without names.
  package static func list(of names: [String], upTo limit: Int = .max) -> String {
    guard !names.isEmpty else { return "" }
    let shown = names.prefix(limit).joined(separator: ", ")
    return "; there are: \(shown)\(names.count > limit ? " …" : "")"
  }

  /// Returns the first names, and how many others there are: `red, green and 3 more`.
  package static func listed(_ names: [String], upTo limit: Int) -> String {
    let shown = names.prefix(limit).joined(separator: ", ")
    return names.count > limit ? "\(shown) and \(names.count - limit) more" : shown
  }

  /// Returns the number of characters to substitute, insert, delete or transpose.
  static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var before: [Int] = []
    var previous = Array(0...second.count)
    for (row, character) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        var cost = min(
          previous[column] + (character == other ? 0 : 1), previous[column + 1] + 1,
          current[column] + 1)
        if row > 0, column > 0, character == second[column - 1], other == first[row - 1] {
          cost = min(cost, before[column - 1] + 1)
        }
        current.append(cost)
      }
      (before, previous) = (previous, current)
    }
    return previous[second.count]
  }
}
