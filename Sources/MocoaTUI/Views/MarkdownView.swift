/// A scrollable view of Markdown, wrapped at its width: headings, lists, quotations, emphasis,
/// code, and links as text.
///
/// ```swift
/// .onOpen { PagerPage(name: $0.title, pager: MarkdownView($0.body)) }
/// ```
@MainActor
public final class MarkdownView: PagerView {
  /// The Markdown.
  public var markdown: String {
    didSet {
      guard markdown != oldValue else { return }
      blocks = MarkdownText(markdown)
      wrap()
      invalidateSize()
    }
  }

  private var blocks: MarkdownText
  private var wrappedColumns = 0

  /// Creates a view of Markdown.
  public init(_ markdown: String = "") {
    self.markdown = markdown
    blocks = MarkdownText(markdown)
    super.init()
  }

  public override func sizeThatFits(_ available: Size) -> Size {
    let lines = blocks.lines(columns: min(available.columns, 1 << 20))
    let columns = lines.lazy.map { $0.columns(upTo: available.columns) }.max() ?? 0
    return Size(columns: columns, rows: min(lines.count, available.rows))
  }

  public override func layoutSubviews() {
    if frame.columns != wrappedColumns { wrap() }
  }

  private func wrap() {
    wrappedColumns = frame.columns
    text = blocks.lines(columns: frame.columns)
    scroll(to: topLine)
    onScroll?()
  }
}
