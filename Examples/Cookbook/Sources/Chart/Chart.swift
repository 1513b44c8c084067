// A chart with keys and colors of its own.

import MocoaTUI

/// Values as columns of blocks.
final class ChartView: View {
  var values: [Double] { didSet { setNeedsDisplay() } }
  var zoom = 1 { didSet { setNeedsDisplay() } }

  init(_ values: [Double]) {
    self.values = values
    super.init()
  }

  override func draw(in canvas: inout Canvas) {
    let greatest = max(values.max() ?? 0, 1)
    for (index, value) in values.suffix(bounds.columns / zoom).enumerated() {
      let rows = Int((value / greatest * Double(bounds.rows)).rounded())
      let bar = Rect(
        column: index * zoom, row: bounds.rows - rows, columns: max(1, zoom - 1), rows: rows)
      canvas.fill(bar, with: "█", style: value == greatest ? "peak" : "bar")
    }
  }
}

final class ChartPage: StatusPage {
  let chart: ChartView

  init(_ values: [Double]) {
    chart = ChartView(values)
    super.init()
    addSubview(chart)
    status.title = "\(values.count) values"
    on("+", help: "Zoom in") { [unowned self] in chart.zoom = min(8, chart.zoom + 1) }
    on("-", help: "Zoom out") { [unowned self] in chart.zoom = max(1, chart.zoom - 1) }
    on("r", help: "Reverse") { [unowned self] in chart.values.reverse() }
  }
}

@main struct Chart {
  static let theme = Theme.dark.replacing([
    "bar": TextStyle(foreground: .cyan), "peak": TextStyle(foreground: .yellow, attributes: .bold),
  ])

  static func main() {
    let values = (0..<60).map { Double($0 * $0 % 37) }
    Application.run(theme: theme) { ChartPage(values) }
  }
}
