#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Tells when a file has been written to, replaced or removed.
///
/// It watches the directory that the file is in, since a file that is replaced is another one. On
/// Linux the kernel says when something happens (inotify); elsewhere the file is looked at twice a
/// second. One thread waits; any thread may stop it.
final class FileWatcher: Sendable {
  /// What has happened.
  enum Change: Equatable {
    /// The file was written to, and may be further.
    case written
    /// The file was closed by who wrote it, or is another one, or is gone.
    case completed
    /// Nothing, in the time that was given.
    case none
    /// The watcher was stopped.
    case stopped
  }

  private let path: String
  private let wakeReader: FileDescriptor
  private let wakeWriter: FileDescriptor

  /// Ends every wait, and all that come.
  func stop() {
    _ = write(wakeWriter.number, "x", 1)
  }

  #if os(Linux)
    private let notices: FileDescriptor

    /// The names that count, by the watch that they are seen by.
    private let names: [CInt: Set<String>]

    /// Begins to watch.
    ///
    /// - Throws: A `FeedError` where the directory cannot be watched.
    init(path: String) throws {
      self.path = path
      do {
        (wakeReader, wakeWriter) = try FileDescriptor.pipe()
        let number = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
        guard number >= 0 else { throw SystemError.current }
        notices = FileDescriptor(owning: number)
        var names: [CInt: Set<String>] = [:]
        for place in Set([path, Self.resolved(path)]) {
          let (directory, name) = Self.split(place)
          let events = IN_MODIFY | IN_CLOSE_WRITE | IN_MOVE | IN_CREATE | IN_DELETE | IN_ATTRIB
          let watch = inotify_add_watch(number, directory, UInt32(events))
          guard watch >= 0 else { throw SystemError.current }
          names[watch, default: []].insert(name)
        }
        self.names = names
      } catch let error as SystemError {
        throw FeedError(source: path, reason: error.reason)
      }
    }

    /// Waits until something happens to the file.
    ///
    /// - Parameter timeout: How long; nil means for ever.
    /// - Returns: What has happened.
    func wait(timeout: Duration? = nil) -> Change {
      let end = timeout.map { ContinuousClock.now + $0 }
      while true {
        let left = end.map { max(.zero, $0 - .now) }
        let milliseconds = left.map { CInt(clamping: Int($0 / .milliseconds(1)) + 1) } ?? -1
        var files = [
          pollfd(fd: notices.number, events: Int16(POLLIN), revents: 0),
          pollfd(fd: wakeReader.number, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&files, nfds_t(files.count), milliseconds)
        if files[1].revents != 0 { return .stopped }
        if count > 0, let change = readNotices() { return change }
        if let end, end <= .now { return .none }
      }
    }

    /// What the notices that are there say about the file; nil where they are about others.
    private func readNotices() -> Change? {
      var result: Change?
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * 1024, alignment: 8)
      defer { buffer.deallocate() }
      while let count = try? notices.read(into: buffer), count > 0 {
        var offset = 0
        let headLength = MemoryLayout<inotify_event>.size
        while offset + headLength <= count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let text = buffer[offset + headLength..<offset + headLength + Int(event.len)]
          offset += headLength + Int(event.len)
          let name = String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
          let isLost = event.mask & UInt32(IN_Q_OVERFLOW) != 0
          guard isLost || names[event.wd]?.contains(name) == true else { continue }
          let isPartial = event.mask & UInt32(IN_MODIFY | IN_CREATE | IN_ATTRIB) != 0
          if !isPartial || result == nil { result = isPartial ? .written : .completed }
        }
      }
      return result
    }
  #else
    /// Begins to watch.
    init(path: String) throws {
      self.path = path
      do {
        (wakeReader, wakeWriter) = try FileDescriptor.pipe()
      } catch let error as SystemError {
        throw FeedError(source: path, reason: error.reason)
      }
    }

    /// Waits until something happens to the file.
    ///
    /// - Parameter timeout: How long; nil means for ever.
    /// - Returns: What has happened.
    func wait(timeout: Duration? = nil) -> Change {
      let first = FileRevision(path: path)
      let end = timeout.map { ContinuousClock.now + $0 }
      while end.map({ $0 > .now }) ?? true {
        var files = [pollfd(fd: wakeReader.number, events: Int16(POLLIN), revents: 0)]
        if poll(&files, 1, 500) > 0 { return .stopped }
        if FileRevision(path: path) != first { return .completed }
      }
      return .none
    }
  #endif

  /// A path without symbolic links, or as it is where it leads to nothing.
  private static func resolved(_ path: String) -> String {
    guard let text = realpath(path, nil) else { return path }
    defer { free(text) }
    return String(cString: text)
  }

  private static func split(_ path: String) -> (directory: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let directory = slash == path.startIndex ? "/" : String(path[..<slash])
    return (directory, String(path[path.index(after: slash)...]))
  }
}

/// Which file a path leads to, and when it was written to.
struct FileRevision: Hashable, Sendable {
  private var device: UInt64
  private var number: UInt64
  private var size: Int64
  private var seconds: Int
  private var nanoseconds: Int

  /// Looks at the file; nil where there is none.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    #if os(Linux)
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    #else
      (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
    #endif
  }

  /// Whether both are the same file, whatever was written to it.
  func isSameFile(as other: FileRevision) -> Bool {
    (device, number) == (other.device, other.number)
  }
}
