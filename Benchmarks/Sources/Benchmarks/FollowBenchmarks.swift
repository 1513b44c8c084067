import Foundation
import MocoaFeed
import Synchronization

/// Whether all rows of a file that grows fast are seen, and what that costs.
enum FollowBenchmarks {
  static var area: BenchmarkArea {
    BenchmarkArea(name: "follow") { try runOnMainActor { try await run() } }
  }

  @MainActor
  private static func run() async throws {
    let path = NSTemporaryDirectory() + "mocoa-follow-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("{\"id\":0,\"text\":\"the first\"}\n".utf8).write(to: URL(filePath: path))
    let feed = try Feed(.followedFile(path))
    feed.start()
    let probe = MainActorProbe()
    let seconds = 10
    let total = 1 + seconds * 100_000
    let before = processorTime()
    let ended = Mutex<ContinuousClock.Instant?>(nil)
    let writing = Mutex(Duration.zero)
    Thread.detachNewThread {
      let time = write(seconds: seconds, to: path)
      writing.withLock { $0 = time }
      ended.withLock { $0 = .now }
    }
    while feed.listModel.numberOfRows < total {
      try await Task.sleep(for: .milliseconds(1))
      if let end = ended.withLock({ $0 }), end.duration(to: .now) > .seconds(30) { break }
    }
    let lag = ended.withLock { $0 }.map { $0.duration(to: .now) } ?? .zero
    let used = processorTime() - before - writing.withLock { $0 }
    probe.stop()
    var next = 0
    try feed.listModel.forEachRow { number, bytes in
      let isNext = String(decoding: bytes.prefix(20), as: UTF8.self).hasPrefix("{\"id\":\(next),")
      next += isNext ? 1 : 0
      return isNext
    }
    let share = (used / .seconds(seconds) * 1_000).rounded() / 10
    print("follow/100k-a-second\t\(seconds * 1_000)\t-\t\(next) of \(total) rows in order")
    print("# follow: \(share) % of a processor, last row after \(lag / .milliseconds(1)) ms, ")
    print("# follow: longest block of the main actor \(probe.milliseconds) ms")
    feed.stop()
  }

  /// Appends a hundred thousand rows a second, in a hundred pieces.
  private static func write(seconds: Int, to path: String) -> Duration {
    let file = open(path, O_WRONLY | O_APPEND)
    defer { close(file) }
    let start = ContinuousClock.now
    var number = 1
    for piece in 0..<seconds * 100 {
      var text = ""
      for _ in 0..<1_000 {
        text += "{\"id\":\(number),\"text\":\"what there is to say about it\"}\n"
        number += 1
      }
      text.withUTF8 { _ = Glibc.write(file, $0.baseAddress, $0.count) }
      let due = start + .milliseconds((piece + 1) * 10)
      let rest = ContinuousClock.now.duration(to: due)
      if rest > .zero { usleep(UInt32(rest / .microseconds(1))) }
    }
    return threadTime()
  }

  private static func processorTime() -> Duration { time(of: CLOCK_PROCESS_CPUTIME_ID) }
  private static func threadTime() -> Duration { time(of: CLOCK_THREAD_CPUTIME_ID) }

  private static func time(of clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
