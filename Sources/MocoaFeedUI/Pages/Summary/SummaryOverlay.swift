import MocoaCore
import MocoaFeed
import MocoaTUI

/// An overlay with the summary of a column, computed while it is open.
@MainActor
final class SummaryOverlay: OverlayView {
  private let heading: String
  private let remainder: String?
  private var subscription: Subscription?

  /// A Boolean value that indicates whether the feed has had other rows since.
  private var hasChanged = false { didSet { summaryDidChange() } }
  private let pager = PagerView()

  /// The number of columns for the text.
  private var columns = SummaryOverlay.maximumColumns - 4
  private static let maximumColumns = 72
  let summary = FeedSummary()

  /// Creates an overlay and begins the summary of a member over the rows that the feed has now.
  init(of path: MemberPath, in feed: Feed, filters: [RowFilter]) {
    heading = path.text
    remainder = feed.remainder
    super.init()
    addSubview(pager)
    summary.onChange = { [weak self] in self?.summaryDidChange() }
    summary.run(path, over: feed.listModel, filters: filters)
    summaryDidChange()
    subscription = feed.observeChanges { [weak self] change in
      switch change {
      case .replaced, .grew: if self?.hasChanged == false { self?.hasChanged = true }
      case .status, .loaded, .derived: break
      }
    }
  }

  override var preferredFocus: View? { pager }

  private func summaryDidChange() {
    updateText()
    superview?.setNeedsLayout()
  }

  private func updateText() {
    let status = summary.status
    var lines = SummaryText(summary.result, columns: columns).lines
    if let error = status.error { lines.append(Line("\(error.reason)", style: .error)) }
    if hasChanged { lines.append(Line(RowSnapshot.message, style: .warning)) }
    if let remainder { lines.append(Line(remainder, style: .warning)) }
    if status.isRunning {
      lines.insert(Line(Bar.text(status.fraction), style: .secondary), at: 0)
    }
    pager.text = lines
  }

  override func sizeThatFits(_ available: Size) -> Size {
    Size(columns: min(Self.maximumColumns, available.columns - 4), rows: pager.lineCount + 2)
  }

  override func layoutSubviews() {
    pager.frame = bounds.inset(by: Insets(top: 1, left: 2, bottom: 1, right: 2))
    guard columns != pager.frame.columns else { return }
    columns = pager.frame.columns
    updateText()
  }

  override func draw(in canvas: inout Canvas) {
    canvas.box(canvas.bounds, title: heading)
  }

  /// The keys of the overlay in addition to those for scrolling.
  static let defaultKeyMap = KeyMap(
    for: OverlayView.self, title: "Summary",
    [.dismissal([.escape, "q", "S"], help: "Close the summary")])

  override var keyMap: KeyMap { Self.defaultKeyMap }

  override func didDismiss() { summary.cancel() }
}
