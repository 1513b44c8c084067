import MocoaTUI

extension DrawBenchmarks {
  /// An overlay above a table is opened and closed, with a frame for each.
  static func overlay(in application: Application) {
    let body = {
      for _ in 0..<frames {
        let overlay = MessageOverlay(title: "Title", text: "Some text", answers: ["Yes", "No"])
        application.present(overlay)
        application.renderIfNeeded()
        overlay.dismiss()
        application.renderIfNeeded()
      }
    }
    report("overlay-open-close", median(of: body))
    reportBytes("overlay-open-close", body)
  }

  /// The screen is resized with five panes, which are blank: windows are made again, and every cell
  /// is drawn and compared; or its size stays as it is.
  static func resize(_ device: DrainedTerminal, on terminal: NcursesTerminal) {
    let application = Application(terminal: terminal)
    application.root.addSubview(FourPanes())
    let size = terminal.size
    let sizes = [Size(columns: size.columns - 1, rows: size.rows - 1), size]
    report(
      "resize-five-panes",
      median {
        for index in 0..<Self.frames {
          device.resize(to: sizes[index % 2])
          application.resize()
          application.renderIfNeeded()
        }
      })
    report(
      "resize-to-same-size",
      median {
        for _ in 0..<Self.frames {
          application.resize()
          application.renderIfNeeded()
        }
      })
    application.stop()
  }
}

/// A list, a bar below it, a pane beside the list, and one above all: four panes, and the screen's.
private final class FourPanes: View {
  init() {
    super.init()
    for _ in 0..<4 {
      let view = View()
      view.isPane = true
      addSubview(view)
    }
  }

  override func layoutSubviews() {
    let (columns, rows) = (bounds.columns, bounds.rows)
    let frames = [
      Rect(column: 0, row: 0, columns: columns, rows: rows - 1),
      Rect(column: 0, row: rows - 1, columns: columns, rows: 1),
      Rect(column: columns / 2, row: 0, columns: columns / 2, rows: rows - 1),
      Rect(column: 20, row: 10, columns: 60, rows: 16),
    ]
    for (view, frame) in zip(subviews, frames) { view.frame = frame }
  }
}
