/// The lines about sources that were written to standard error, so that each is there once.
@MainActor
final class ReportedLines {
  private var known: Set<String> = []

  /// Returns whether a line has not been reported, and remembers it.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - countsMayGrow: A Boolean value that indicates whether a line that differs only in its
  ///     numbers is the same.
  /// - Returns: `true` if it is new.
  func isNew(_ line: String, countsMayGrow: Bool) -> Bool {
    let form = line.filter { !$0.isNumber } + "\n"
    guard !known.contains(countsMayGrow ? form : line) else { return false }
    known.formUnion([line, form])
    return true
  }
}
