import MocoaCore
import MocoaTUI

/// A row of a list page.
private struct ListItem: Identifiable, Equatable, Sendable {
  let id: Int
  var count = 0
  var title: String { "row \(id)" }
}

/// Keys in list pages of 200 × 60 cells.
///
/// A time is that of one key, to the last byte that ncurses has written into a pseudo-terminal.
enum ListBenchmarks {
  static var area: BenchmarkArea {
    BenchmarkArea(name: "lists") {
      let device = try DrainedTerminal(size: size)
      try runOnMainActor {
        let terminal = NcursesTerminal()
        try device.asStandardStreams { try terminal.start() }
        defer { terminal.stop() }
        measureKeys(on: terminal)
        measureChanges(on: terminal)
        await measureFilter(on: terminal)
        measureOutline(on: terminal)
      }
    }
  }

  private static let size = Size(columns: 200, rows: 60)
  private static let keys = 100

  @MainActor private static func makePage(_ items: [ListItem]) -> ListPage<ListItem> {
    ListPage("Rows", items).columns {
      Column("TITLE", \.title)
      Column("COUNT", \.count)
    }
  }

  @MainActor private static func show(
    _ page: ListPage<ListItem>, on terminal: NcursesTerminal
  ) -> Application {
    let application = Application(terminal: terminal)
    _ = application.show(page)
    application.resize()
    application.renderIfNeeded()
    return application
  }

  @MainActor private static func press(_ key: Key, in application: Application) {
    application.dispatch(.key(key))
    application.renderIfNeeded()
  }

  /// Keys in the middle of a million rows.
  @MainActor private static func measureKeys(on terminal: NcursesTerminal) {
    let page = makePage((0..<1_000_000).map { ListItem(id: $0) })
    let application = show(page, on: terminal)
    page.table.moveCursor(to: ListIndexPath(section: 0, item: 500_000), scroll: .bottom)
    application.renderIfNeeded()
    let scrolling = median {
      // Each of them scrolls.
      for _ in 0..<keys { press(.down, in: application) }
    }
    report("key-1M", scrolling / keys)
    let paging = median {
      for index in 0..<keys { press(index % 20 < 10 ? .pageDown : .pageUp, in: application) }
    }
    report("page-1M", paging / keys)
  }

  /// A hundred keys, before each of which one of the rows that are visible changes.
  @MainActor private static func measureChanges(on terminal: NcursesTerminal) {
    let page = makePage((0..<100_000).map { ListItem(id: $0) })
    let application = show(page, on: terminal)
    let time = median {
      for index in 0..<keys {
        page[index % 50].count += 1
        press(index % 20 < 10 ? .down : .up, in: application)
      }
    }
    report("key-and-change-100k", time / keys)
  }

  /// The first filter, which draws the texts of all rows.
  @MainActor private static func measureFilter(on terminal: NcursesTerminal) async {
    let items = (0..<100_000).map { ListItem(id: $0) }
    let probe = MainActorProbe()
    defer { probe.stop() }
    var (times, busy) = ([Duration](), [Double]())
    for _ in 0..<5 {
      let page = makePage(items)
      let application = show(page, on: terminal)
      // What was asked before is answered.
      try? await Task.sleep(for: .milliseconds(20))
      probe.reset()
      let start = ContinuousClock.now
      page.filter = "row 99"
      while page.table.list?.numberOfItems(in: 0) == items.count {
        await Task.yield()
        application.renderIfNeeded()
      }
      times.append(start.duration(to: .now))
      busy.append(probe.milliseconds)
    }
    report("first-filter-100k", times.sorted()[2])
    print("# lists/first-filter-100k: the main actor was busy for \(busy.sorted()[2]) ms at a time")
  }

  /// All rows of an outline: ten below each of 91,000.
  @MainActor private static func measureOutline(on terminal: NcursesTerminal) {
    let page = makePage((0..<91_000).map { ListItem(id: $0) }).children { item -> [ListItem]? in
      item.id >= 91_000 ? nil : (1...10).map { ListItem(id: 91_000 + item.id * 10 + $0) }
    }
    let application = show(page, on: terminal)
    let (expanding, collapsing) = medians {
      press("0", in: application)
    } and: {
      press("_", in: application)
    }
    report("outline-1M-expand", expanding)
    report("outline-1M-collapse", collapsing)
  }

  private static func report(_ name: String, _ time: Duration) {
    print(Measurement(name: "lists/\(name)", median: time, reference: "-").line)
  }
}
