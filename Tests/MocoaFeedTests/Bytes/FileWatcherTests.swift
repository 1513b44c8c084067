import Foundation
import Testing

@testable import MocoaFeed

/// Files that are watched (defect S20).
@Suite struct FileWatcherTests {
  /// A folder that is there as long as the value is.
  private final class Folder {
    let path = FileManager.default.temporaryDirectory.appending(path: "watch-\(UUID())").path

    init() throws { try makeFolder("") }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    func makeFolder(_ name: String) throws {
      try FileManager.default.createDirectory(
        atPath: path + "/" + name, withIntermediateDirectories: true)
    }

    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
    }

    /// Makes a link, or has it lead elsewhere at once.
    func link(_ name: String, to target: String) throws {
      #expect(symlink(target, path + "/new-link") == 0)
      #expect(rename(path + "/new-link", path + "/" + name) == 0)
    }
  }

  // As Kubernetes mounts a ConfigMap.
  @Test func linksThatLeadElsewhereAreFollowedAgainAndAgain() throws {
    let folder = try Folder()
    try folder.makeFolder("v0")
    try folder.write("[0]", to: "v0/feed.json")
    try folder.link("..data", to: "v0")
    try folder.link("feed.json", to: "..data/feed.json")
    let watcher = FileWatcher(path: folder.path + "/feed.json")
    for version in 1...4 {
      try folder.makeFolder("v\(version)")
      try folder.write("[\(version)]", to: "v\(version)/feed.json")
      #expect(watcher.wait(timeout: .milliseconds(1)) == .none)
      try folder.link("..data", to: "v\(version)")
      #expect(watcher.wait(timeout: .seconds(20)) == .completed)
      while watcher.wait(timeout: .milliseconds(50)) != .none {}
      // In its new place, it is watched too.
      try folder.write("[\(version),1]", to: "v\(version)/feed.json")
      #expect(watcher.wait(timeout: .seconds(20)) != .none)
      while watcher.wait(timeout: .milliseconds(50)) != .none {}
    }
  }

  @Test func theFileAndTheLinksToItAreWatched() throws {
    let folder = try Folder()
    try folder.makeFolder("v0")
    try folder.write("[0]", to: "v0/feed.json")
    try folder.link("..data", to: "v0")
    try folder.link("feed.json", to: "..data/feed.json")
    let places = FileWatcher.places(on: folder.path + "/feed.json")
    #expect(places.map(\.name).suffix(3) == ["feed.json", "..data", "feed.json"])
    #expect(places.last?.directory.hasSuffix("/v0") == true)
  }

  @Test func changesAreFoundWithoutNotifications() throws {
    let folder = try Folder()
    try folder.write("[0]", to: "feed.json")
    let watcher = FileWatcher(path: folder.path + "/feed.json", notifier: nil)
    #expect(watcher.wait(timeout: .milliseconds(1)) == .none)
    try folder.write("[0,1]", to: "feed.json")
    #expect(watcher.wait(timeout: .seconds(20)) == .completed)
    try FileManager.default.removeItem(atPath: folder.path + "/feed.json")
    #expect(watcher.wait(timeout: .seconds(20)) == .completed)
  }

  @Test func aRecreatedFolderIsWatchedAgain() throws {
    let folder = try Folder()
    try folder.makeFolder("a")
    try folder.write("[0]", to: "a/feed.json")
    let watcher = FileWatcher(path: folder.path + "/a/feed.json")
    try FileManager.default.removeItem(atPath: folder.path + "/a")
    #expect(watcher.wait(timeout: .seconds(20)) == .completed)
    try folder.makeFolder("a")
    try folder.write("[1]", to: "a/feed.json")
    #expect(watcher.wait(timeout: .seconds(20)) != .none)
  }

  @Test func hundredsOfFilesAreWatchedAtOnce() throws {
    let folder = try Folder()
    // More than a user has instances of the kernel's notifier.
    let watchers = try (0..<300).map { number in
      try folder.makeFolder("\(number)")
      try folder.write("[0]", to: "\(number)/feed.json")
      return FileWatcher(path: folder.path + "/\(number)/feed.json")
    }
    // The folder itself may be reported late.
    while watchers[1].wait(timeout: .milliseconds(200)) != .none {}
    for number in [0, 150, 299] {
      try folder.write("[1,2]", to: "\(number)/feed.json")
      #expect(watchers[number].wait(timeout: .seconds(20)) != .none)
    }
    #expect(watchers[1].wait(timeout: .milliseconds(1)) == .none)
  }

  @Test("37: a closure waits for a change without a thread, and is called once")
  func closures() throws {
    let folder = try Folder()
    try folder.write("[0]", to: "feed.json")
    for notifier in [FileNotifier.shared, nil] {
      let watcher = FileWatcher(path: folder.path + "/feed.json", notifier: notifier)
      while watcher.wait(timeout: .milliseconds(20)) != .none {}
      let calls = Monitor(0)
      watcher.whenChanged { calls.withLock { $0 += 1 } }
      #expect(calls.withLock { $0 } == 0)
      try folder.write("[0,1]", to: "feed.json")
      #expect(calls.wait(timeout: .seconds(60)) { $0 == 1 ? () : nil } != nil)
      try folder.write("[0,1,2]", to: "feed.json")
      // What has changed since is found at once.
      while watcher.wait(timeout: .milliseconds(20)) != .none {}
      try folder.write("[0,1,2,3]", to: "feed.json")
      watcher.whenChanged { calls.withLock { $0 += 1 } }
      #expect(calls.wait(timeout: .seconds(60)) { $0 == 2 ? () : nil } != nil)
      watcher.whenChanged { calls.withLock { $0 += 1 } }
      watcher.stop()
      #expect(calls.wait(timeout: .seconds(60)) { $0 == 3 ? () : nil } != nil)
    }
  }

  @Test func stoppingEndsEveryWait() throws {
    let watcher = FileWatcher(path: "/no/such/file")
    Thread.detachNewThread {
      usleep(20_000)
      watcher.stop()
    }
    #expect(watcher.wait() == .stopped)
    #expect(watcher.wait() == .stopped)
  }
}
