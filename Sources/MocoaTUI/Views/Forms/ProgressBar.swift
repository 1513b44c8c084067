/// A view that displays the progress of a task: a title, a bar, and the percentage.
@MainActor
public final class ProgressBar: View {
  private let title: String
  private let fraction: @MainActor () -> Double

  /// Creates a bar.
  ///
  /// - Parameters:
  ///   - title: The title of the task.
  ///   - fraction: Returns the completed fraction, from 0 to 1, from observable properties.
  public init(_ title: String = "", fraction: @escaping @MainActor () -> Double) {
    self.title = title
    self.fraction = fraction
    super.init()
  }

  public override var observesDrawing: Bool { true }

  public override func sizeThatFits(_ available: Size) -> Size {
    Size(columns: available.columns, rows: min(1, available.rows))
  }

  public override func draw(in canvas: inout Canvas) {
    let fraction = fraction()
    let percentage = Bar.percentage(fraction)
    let left = TextWidth.columns(of: title, upTo: canvas.size.columns / 2)
    canvas.draw(title, at: .zero, columns: left)
    let room = bounds.inset(by: Insets(left: left == 0 ? 0 : left + 1, right: 6))
    canvas.drawBar(fraction, in: room)
    canvas.write(percentage, style: .number, alignment: .trailing)
  }
}
