/// The lines about sources that were written to standard error, so that each is there once.
@MainActor
final class ReportedLines {
  private var known: Set<String> = []

  /// Returns whether a line has not been reported, and remembers it; one that differs only in its
  /// numbers is the same if these may grow.
  func isNew(_ line: String, countsMayGrow: Bool) -> Bool {
    let form = line.filter { !$0.isNumber } + "\n"
    guard !known.contains(countsMayGrow ? form : line) else { return false }
    known.formUnion([line, form])
    return true
  }
}
