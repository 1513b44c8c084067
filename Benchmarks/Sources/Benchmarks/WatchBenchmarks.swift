import MocoaCore
import MocoaFeed

/// How long it takes until one changed row of a million is shown, against finding the rows.
enum WatchBenchmarks {
  static var area: BenchmarkArea {
    BenchmarkArea(name: "watch") { try runOnMainActor { try await run() } }
  }

  @MainActor
  private static func run() async throws {
    let sample = try SampleFeed(.array(rows: sampleRowCount ?? 1_000_000))
    let registry = ModuleRegistry()
    let feed = try Feed(.file(sample.path))
    feed.wait(forRows: .max, timeout: .seconds(600))
    let list = ListViewModel(model: feed.listModel, module: registry["mocoa://feed/"])
    feed.watch(every: .milliseconds(1))
    // The fingerprints of the first rows are made in the background.
    while feed.listModel.feedSection(at: 0).rowFingerprints == nil {
      try await Task.sleep(for: .milliseconds(10))
    }
    let probe = MainActorProbe()
    var times: [Duration] = []
    var indexing: [Duration] = []
    for run in 0..<5 {
      let generation = feed.generation
      let row = 500_000 + run
      try await Task.detached {
        try sample.prepareReplacement(of: "\"item-\(row)\"", by: "\"item-\(row)\",\"new\":1")
      }.value
      // Renaming writes the new file to the disk first, which is not what is measured.
      await Task.detached { sample.replace() }.value
      probe.reset()
      let start = ContinuousClock.now
      while feed.generation == generation { try await Task.sleep(for: .milliseconds(1)) }
      let read = start.duration(to: .now)
      let isShown = await list.update(to: feed.listModel)
      times.append(start.duration(to: .now))
      print("# watch/one-of-1M: read \(read), shown \(isShown), block \(probe.milliseconds) ms")
      let source = try ByteSources.file(sample.path)
      let clock = ContinuousClock.now
      let other = Feed(source: source)
      await wait(for: other)
      indexing.append(clock.duration(to: .now))
    }
    probe.stop()
    let (time, reference) = (times.sorted()[2], indexing.sorted()[2])
    print(
      Measurement(
        name: "watch/one-of-1M", median: time, ratio: reference / time,
        reference: "finding the rows; at least 0.5 is aimed at"
      ).line)
    feed.stopWatching()
  }

  @MainActor
  private static func wait(for feed: Feed) async {
    feed.start()
    while feed.status.isLoading { try? await Task.sleep(for: .milliseconds(1)) }
  }
}
