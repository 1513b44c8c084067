import BenchmarkSupport
import Glibc
import MocoaTUI

/// Frames of 200 × 60 cells, from the key to the last byte that ncurses has written into a
/// pseudo-terminal.
///
/// A time is that of ``frames`` frames.
@MainActor enum DrawBenchmarks {
  nonisolated static var area: BenchmarkArea {
    BenchmarkArea(name: "draw") { try MainActor.assumeIsolated { try run() } }
  }

  static let frames = 100
  private static let size = Size(columns: 200, rows: 60)

  private static func run() throws {
    let device = try DrainedTerminal(size: size)
    let terminal = NcursesTerminal()
    try device.asStandardStreams { try terminal.start() }
    defer { terminal.stop() }
    let repaint = fullRepaint(on: terminal)
    let small = try scene(rows: 1_000, on: terminal)
    let large = try scene(rows: 1_000_000, on: terminal)
    scroll(small, large)
    move(in: large)
    noChange(in: large)
    try oneRowChange(in: large)
    overlay(in: large)
    formLayout(in: large)
    try changesets(on: terminal, repaint: repaint)
    resize(device, on: terminal)
  }

  // MARK: Full repaint

  /// Every cell of every frame is another one than before; four styles in each row.
  private static func fullRepaint(on terminal: NcursesTerminal) -> Duration {
    let samples = [RepaintSample(size: size, phase: 0), RepaintSample(size: size, phase: 1)]
    let pane = Pane(frame: Rect(origin: .zero, size: size))
    let (ours, plain) = medians {
      for index in 0..<frames {
        samples[index % 2].draw(on: pane.canvas)
        pane.present(on: terminal, theme: .dark)
      }
    } and: {
      for index in 0..<frames { samples[index % 2].drawPlain(rows: size.rows) }
    }
    report("full-repaint", ours, plain / ours, "the same text straight with ncurses")
    return ours
  }

  // MARK: Tables

  /// A table of rows of one to three lines, with its cursor in the middle.
  private static func scene(rows: Int, on terminal: NcursesTerminal) throws -> Application {
    let module = try ModuleRegistry.shared.domain("benchmark")
    module.section.cell.register(SampleCell.self)
    return show(
      ListViewModel(model: RowSection((0..<rows).lazy.map(Sample.init)), module: module), of: rows,
      on: terminal)
  }

  /// Shows a list in a table that fills the screen, with its cursor in the middle.
  static func show(
    _ list: ListViewModel, of rows: Int, on terminal: NcursesTerminal
  ) -> Application {
    let table = TableView()
    table.show(list)
    let application = Application(terminal: terminal)
    application.root.addSubview(table)
    application.focus(table)
    application.resize()
    application.renderIfNeeded()
    table.moveCursor(to: ListIndexPath(section: 0, item: rows / 2), scroll: .middle)
    application.renderIfNeeded()
    return application
  }

  private static func press(_ key: Key, in application: Application) {
    application.dispatch(.key(key))
    application.renderIfNeeded()
  }

  /// One line down and up again, far from both ends.
  private static func scroll(_ small: Application, _ large: Application) {
    func body(_ application: Application) -> () -> Void {
      {
        application.redraw()
        for index in 0..<frames {
          press(Key(index % 20 < 10 ? "e" : "y", .control), in: application)
        }
      }
    }
    let (short, long) = medians(of: body(small), and: body(large))
    report("scroll-1k", short)
    report("scroll-1M", long, short / long, "scroll-1k")
    reportAllocations("scroll-1M", body(large))
  }

  private static func move(in application: Application) {
    let body = {
      for index in 0..<frames { press(index % 20 < 10 ? .down : .up, in: application) }
    }
    report("selection-move", median(of: body))
    reportAllocations("selection-move", body)
  }

  /// A table that is drawn again, and is what it was.
  private static func noChange(in application: Application) {
    let table = application.root.subviews.first
    let body = {
      for _ in 0..<frames {
        // The rows are a pane, which is not drawn with the table.
        for view in table?.subviews ?? [] { view.setNeedsDisplay() }
        application.renderIfNeeded()
      }
    }
    report("no-change", median(of: body))
    reportAllocations("no-change", body)
    reportBytes("no-change", body)
  }

  // MARK: Reports

  static func report(
    _ name: String, _ median: Duration, _ ratio: Double? = nil, _ reference: String = "-"
  ) {
    print(
      Measurement(name: "draw/\(name)", median: median, ratio: ratio, reference: reference).line)
  }

  /// Prints how many bytes went to the terminal for a frame.
  static func reportBytes(_ name: String, _ body: () -> Void) {
    body()
    usleep(100_000)
    let before = drained_bytes()
    body()
    // What was written is read by another thread.
    usleep(100_000)
    print("# draw/\(name): \(Double(drained_bytes() - before) / Double(frames)) bytes a frame")
  }

  /// Prints how often memory was allocated for a frame.
  static func reportAllocations(_ name: String, _ body: () -> Void) {
    body()
    let before = allocation_count()
    body()
    let count = Double(allocation_count() - before) / Double(frames)
    print("# draw/\(name): \(count) allocations a frame")
  }
}

// MARK: - Samples

/// A row of a benchmark's table.
struct Sample: Sendable {
  var number: Int
  var lines: Int { number % 3 + 1 }
}

final class SampleViewModel: CellViewModel<Sample> {
  var suffix = "" {
    didSet { title = "row \(model.number) of a table with rows of varying height\(suffix)" }
  }
  lazy var title = "row \(model.number) of a table with rows of varying height"
  lazy var date = "2026-07-\(model.number % 28 + 1)"
}

final class SampleCell: TableViewCell<SampleViewModel> {
  override class func height(of viewModel: SampleViewModel, columns: Int) -> Int {
    viewModel.model.lines
  }

  override func draw(in canvas: inout Canvas) {
    canvas.write(viewModel.title, style: .title)
    canvas.write("something about it, in secondary text", style: .secondary)
    canvas.write(viewModel.date, style: .date, alignment: .trailing)
    for _ in 1..<viewModel.model.lines {
      canvas.newLine()
      canvas.write("and a further line below the first one", style: .tertiary)
    }
  }
}

/// A screenful of text in which every cell differs from that of the other phase.
private struct RepaintSample {
  private struct Run {
    var text: String
    var style: StyleName
    var column: Int
    var row: Int
  }

  private var runs: [Run] = []
  private var plainRuns: [plain_run] = []
  private static let looks: [(style: StyleName, isBold: Int32, foreground: Int32)] = [
    (.title, 1, -1), (.secondary, 0, 245), (.number, 0, 150), (.date, 0, 110),
  ]

  init(size: Size, phase: Int) {
    let columns = size.columns / Self.looks.count
    for row in 0..<size.rows {
      for (index, look) in Self.looks.enumerated() {
        let letters = (0..<columns).map { column in
          let letter = (row * 7 + column * 3 + index) % 13 * 2 + phase
          return Unicode.Scalar(UInt8(0x61 + letter))
        }
        var text = ""
        text.unicodeScalars.append(contentsOf: letters)
        let column = index * columns
        runs.append(Run(text: text, style: look.style, column: column, row: row))
        // Lives as long as the program.
        plainRuns.append(
          plain_run(
            text: strdup(text), column: Int32(column), is_bold: look.isBold,
            foreground: look.foreground))
      }
    }
  }

  func draw(on canvas: Canvas) {
    canvas.clear()
    for run in runs {
      canvas.draw(run.text, at: Point(column: run.column, row: run.row), style: run.style)
    }
  }

  func drawPlain(rows: Int) {
    plain_draw(plainRuns, Int32(rows), Int32(Self.looks.count))
  }
}
