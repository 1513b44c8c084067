import MocoaFeedUI

/// A progress line on standard error for scans that take longer than a second.
@MainActor
final class ProgressLine {
  private let isWanted: Bool
  private var start = ContinuousClock.now
  private var shown: ContinuousClock.Instant?
  private var title = ""

  private static let patience = Duration.seconds(1)
  private static let interval = Duration.milliseconds(200)

  /// Creates a line; by default none if rows are printed on the same terminal.
  init(isWanted: Bool = Output.error.isTerminal && !Output.standard.isTerminal) {
    self.isWanted = isWanted
  }

  /// Begins another scan; the title is the activity: `Sorting`.
  func begin(_ title: String) {
    clear()
    self.title = title
    start = .now
  }

  /// Shows the progress of the scan, if an update is due; the total is nil if it is unknown.
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
