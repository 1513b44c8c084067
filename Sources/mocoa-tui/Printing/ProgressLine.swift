import MocoaFeedUI

/// A line on standard error about a pass over rows that takes longer than a second; only where that
/// is a terminal and standard output is none.
@MainActor
final class ProgressLine {
  private let isWanted = Output.error.isTerminal && !Output.standard.isTerminal
  private var start = ContinuousClock.now
  private var shown: ContinuousClock.Instant?
  private var title = ""

  private static let patience = Duration.seconds(1)
  private static let interval = Duration.milliseconds(200)

  /// Begins with another pass.
  ///
  /// - Parameter title: What is done: `Sorting`.
  func begin(_ title: String) {
    clear()
    self.title = title
    start = .now
  }

  /// Shows how far the pass has come, where it is time to.
  ///
  /// - Parameters:
  ///   - count: The number of rows so far.
  ///   - total: The number of all rows, or nil where that is unknown.
  func show(_ count: Int, of total: Int?) {
    let now = ContinuousClock.now
    let time = start.duration(to: now)
    guard isWanted, time > Self.patience, shown.map({ now > $0 + Self.interval }) ?? true else {
      return
    }
    shown = now
    let seconds = time / .seconds(1)
    var text = "\(title): \(count.grouped)"
    if let total { text += " of \(total.grouped)" }
    text += " rows, \(Int(Double(count) / seconds).grouped) a second"
    if let total, count > 0, count < total {
      text += ", \(Int(seconds * Double(total - count) / Double(count)) + 1) s left"
    }
    try? Output.error.write("\r\(text)\u{1B}[K")
  }

  /// Removes the line.
  func clear() {
    if shown != nil { try? Output.error.write("\r\u{1B}[K") }
    shown = nil
  }
}
