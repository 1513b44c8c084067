import Foundation
import MocoaCore

/// What lists cost the main actor while their rows come from elsewhere.
extension CoreBenchmarks {
  @MainActor static func measureMainActor() async {
    await measureShuffle()
    await measureConsuming()
  }

  /// 100,000 rows that are neither identifiable nor hashable, in another order, compared elsewhere.
  @MainActor private static func measureShuffle() async {
    var rows = (0..<100_000).map { PlainRow(number: $0, title: "row \($0)") }
    let list = ListViewModel()
    list.ready()
    await list.update(to: RowSection(rows))
    for item in 0..<40 {
      list.cellViewModel(at: ListIndexPath(section: 0, item: item)).beginDisplay()
    }
    let probe = MainActorProbe()
    defer { probe.stop() }
    var times: [Double] = []
    for _ in 0..<5 {
      rows.shuffle()
      // A question that was asked while the rows were shuffled is answered before.
      try? await Task.sleep(for: .milliseconds(20))
      probe.reset()
      await list.update(to: RowSection(rows))
      times.append(probe.milliseconds)
    }
    print("# core/shuffle-100k: the main actor was busy for \(times.sorted()[2]) ms at a time")
  }

  /// 10,000 items a second, for three seconds, of an asynchronous sequence.
  @MainActor private static func measureConsuming() async {
    let list = ItemListViewModel([PlainItem]())
    list.ready()
    let (items, input) = AsyncStream.makeStream(of: PlainItem.self)
    Thread.detachNewThread {
      let start = ContinuousClock.now
      var next = 0
      while next < 30_000 {
        let due = min(30_000, Int(start.duration(to: .now) / .milliseconds(1) * 10))
        while next < due {
          input.yield(PlainItem(id: next))
          next += 1
        }
        usleep(1_000)
      }
      input.finish()
    }
    let (start, busy) = (ContinuousClock.now, processorTime(CLOCK_PROCESS_CPUTIME_ID))
    await list.consume(items)
    let time = processorTime(CLOCK_PROCESS_CPUTIME_ID) - busy
    let percent = (time / start.duration(to: .now) * 1_000).rounded() / 10
    print("# core/consume-10k: \(percent) % of a processor, \(list.items.count) items")
  }

  private static func processorTime(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

private struct PlainRow: Equatable, Sendable {
  var number: Int
  var title: String
}

private struct PlainItem: Identifiable, Equatable, Sendable { var id: Int }
