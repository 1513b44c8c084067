/// Lines of text on a page of their own, such as what a command has written; Esc goes back.
@MainActor
public final class TextPage: PagerPage {
  /// Makes a page.
  ///
  /// - Parameters:
  ///   - name: what the text is.
  ///   - lines: the lines.
  public init(name: String, lines: [TextRun]) {
    super.init(name: name, pager: TextLinesView(lines))
  }
}

/// Lines that are there as they are.
private final class TextLinesView: PagerView {
  private let lines: [TextRun]

  init(_ lines: [TextRun]) {
    self.lines = lines
    super.init()
  }

  override var lineCount: Int { lines.count }

  override func line(at index: Int) -> [TextRun] { [lines[index]] }
}
