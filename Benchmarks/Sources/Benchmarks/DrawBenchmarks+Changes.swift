import MocoaTUI

extension DrawBenchmarks {
  /// The row that the cursor is on shows something else in each frame.
  static func oneRowChange(in application: Application) throws {
    guard let table = application.root.subviews.first as? TableView, let list = table.list,
      let path = table.state.cursor,
      let cell = list.cellViewModel(at: path) as? SampleViewModel
    else { return }
    let body = {
      for index in 0..<frames {
        cell.suffix = index % 2 == 0 ? "!" : "?"
        cell.setNeedsRefresh()
        application.renderIfNeeded()
      }
    }
    report("one-row-change", median(of: body))
    reportBytes("one-row-change", body)
  }

  /// A thousand changes all over a list of which some 30 rows are in sight.
  ///
  /// Half of them are inserts, half deletes. Nothing is compared: operations are given.
  static func changesets(on terminal: NcursesTerminal, repaint: Duration) throws {
    let small = try ChangesetScene(rows: 1_000, on: terminal)
    let large = try ChangesetScene(rows: 1_000_000, on: terminal)
    let (short, long) = medians {
      small.run(frames)
    } and: {
      large.run(frames)
    }
    report("changeset-1k", short, repaint / short, "full-repaint")
    report("changeset-1M", long, repaint / long, "full-repaint")
    report("changeset-1M-by-rows", long, short / long, "changeset-1k")
  }
}

/// A table of a list that goes to and fro between two versions.
@MainActor private final class ChangesetScene {
  private let application: Application
  private let list: ListViewModel
  private let models: [RowSection<[Sample]>]
  private let places: IndexPathSet
  private var version = 0

  init(rows: Int, on terminal: NcursesTerminal) throws {
    let module = try ModuleRegistry.shared.domain("benchmark")
    module.section.cell.register(SampleCell.self)
    // One version lacks every row of a number k × step, the other one every k × step + 1 (500 k).
    let step = (rows + 500) / 500
    models = [0, 1].map { shift in
      let gone = Set((0..<500).map { $0 * step + shift })
      return RowSection((0..<rows + 500).filter { !gone.contains($0) }.map(Sample.init))
    }
    // So the rows that go stand where those that come will stand, both ways, and none of them next
    // to another.
    places = IndexPathSet((0..<500).map { ListIndexPath(section: 0, item: $0 * (step - 1)) })
    list = ListViewModel(model: models[0], module: module)
    application = DrawBenchmarks.show(list, of: rows, on: terminal)
  }

  func run(_ frames: Int) {
    application.redraw()
    for _ in 0..<frames {
      version = 1 - version
      list.performBatchUpdates(comparingData: false) {
        list.model = models[version]
        list.deleteItems(at: places)
        list.insertItems(at: places)
      }
      application.renderIfNeeded()
    }
  }
}
