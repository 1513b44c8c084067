import MocoaSystem

/// Forwards the kernel's notifications about files (inotify).
///
/// There is one per process, since the number of instances per user is small: a hundred files would
/// exhaust it. If it is unavailable, or the file system does not report changes, watchers poll.
final class FileNotifier: Sendable {
  /// A directory entry that leads to a watched file: the file, or a link on its path.
  struct Place: Hashable {
    var directory: String
    var name: String
  }

  private struct Subscription {
    weak var watcher: FileWatcher?
    var names: Set<String>
  }

  private struct State {
    var notices: FileDescriptor?
    var isOpened = false
    /// The watchers of each directory, by watch descriptor.
    var subscriptions: [CInt: [ObjectIdentifier: Subscription]] = [:]
    /// The watchers that are checked once a second.
    var polled: [ObjectIdentifier: Polled] = [:]
    var isPolling = false
  }

  private struct Polled {
    weak var watcher: FileWatcher?
  }

  static let shared = FileNotifier()

  private static let events = UInt32(
    IN_MODIFY | IN_CLOSE_WRITE | IN_MOVE | IN_CREATE | IN_DELETE | IN_ATTRIB)

  private let state = Monitor(State())

  /// Notifies a watcher of changes to places, and no more of those to its earlier places.
  func notify(_ watcher: FileWatcher, of places: [Place]) {
    let key = ObjectIdentifier(watcher)
    state.withLock { state in
      if !places.isEmpty, !state.isOpened { open(&state) }
      guard let number = state.notices?.number else { return }
      let old = state.subscriptions.filter { $0.value[key] != nil }.keys
      for watch in old { state.subscriptions[watch]?[key] = nil }
      for place in places {
        let watch = inotify_add_watch(number, place.directory.systemName, Self.events)
        guard watch >= 0 else { continue }
        state.subscriptions[watch, default: [:]][
          key, default: Subscription(watcher: watcher, names: [])
        ].names.insert(place.name)
      }
      for watch in old where state.subscriptions[watch]?.isEmpty == true {
        state.subscriptions[watch] = nil
        _ = inotify_rm_watch(number, watch)
      }
    }
  }

  /// Checks a watcher once a second from now on, as not all changes are reported.
  func poll(_ watcher: FileWatcher) {
    let isFirst = state.withLock { state in
      state.polled[ObjectIdentifier(watcher)] = Polled(watcher: watcher)
      defer { state.isPolling = true }
      return !state.isPolling
    }
    guard isFirst else { return }
    let polling: Void? = try? BlockingThread.start { [self] in
      while true {
        sleep(1)
        let watchers = state.withLock { state in
          state.polled = state.polled.filter { $0.value.watcher != nil }
          state.isPolling = !state.polled.isEmpty
          return state.polled.values.compactMap(\.watcher)
        }
        if watchers.isEmpty { return }
        for watcher in watchers { watcher.check() }
      }
    }
    if polling == nil { state.withLock { $0.isPolling = false } }
  }

  private func open(_ state: inout State) {
    state.isOpened = true
    let number = inotify_init1(CInt(IN_CLOEXEC))
    guard number >= 0 else { return }
    let notices = FileDescriptor(owning: number)
    let reading: Void? = try? BlockingThread.start { [self] in
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * 1024, alignment: 8)
      defer { buffer.deallocate() }
      while let count = try? notices.read(into: buffer), count > 0 {
        pass(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
    if reading != nil { state.notices = notices }
  }

  private func pass(_ notices: UnsafeRawBufferPointer) {
    let headLength = MemoryLayout<inotify_event>.size
    var offset = 0
    while offset + headLength <= notices.count {
      let event = notices.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let text = notices[offset + headLength..<offset + headLength + Int(event.len)]
      offset += headLength + Int(event.len)
      let name = String(systemName: text.prefix { $0 != 0 })
      let isPartial = event.mask & UInt32(IN_MODIFY | IN_CREATE | IN_ATTRIB) != 0
      let isGone = event.mask & UInt32(IN_IGNORED) != 0
      for watcher in watchers(of: event, named: name) {
        watcher.receive(isPartial ? .written : .completed, losesPlaces: isGone)
      }
    }
  }

  private func watchers(of event: inotify_event, named name: String) -> [FileWatcher] {
    state.withLock { state in
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
        return state.subscriptions.values.flatMap { $0.values.compactMap(\.watcher) }
      }
      let subscriptions = state.subscriptions[event.wd] ?? [:]
      // The directory is gone.
      if event.mask & UInt32(IN_IGNORED) != 0 {
        state.subscriptions[event.wd] = nil
        return subscriptions.values.compactMap(\.watcher)
      }
      return subscriptions.values.filter { $0.names.contains(name) }.compactMap(\.watcher)
    }
  }
}
