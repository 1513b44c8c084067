import MocoaFeed
import MocoaTUI

extension Canvas {
  /// Draws the lines of a template; text at the right edge truncates what precedes it.
  func draw(_ lines: [[TemplateSpan]]) {
    var canvas = self
    for spans in lines {
      let split = spans.firstIndex(where: \.isAtRightEdge) ?? spans.count
      canvas.write(Line(spans[..<split]))
      canvas.write(Line(spans[split...]), alignment: .trailing)
      canvas.newLine()
    }
  }
}

extension Line {
  init(_ spans: some Sequence<TemplateSpan>) {
    self.init(
      spans.map { span in
        let (style, overlay) = span.drawing
        return TextRun(
          span.text, style: style, overlay: overlay, columns: span.columns,
          alignment: span.alignsTrailing ? .trailing : .leading)
      })
  }
}
