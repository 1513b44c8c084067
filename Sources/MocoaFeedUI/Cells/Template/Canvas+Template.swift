import MocoaFeed
import MocoaTUI

extension Canvas {
  /// Draws the lines that a template made; what keeps to the right edge cuts what is before it.
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
  /// Makes a line of what a template made.
  init(_ spans: some Sequence<TemplateSpan>) {
    self.init(
      spans.map { span in
        let (style, overlay) = span.drawing
        return Span(
          span.text, style: style, overlay: overlay, columns: span.columns,
          alignment: span.alignsTrailing ? .trailing : .leading)
      })
  }
}
