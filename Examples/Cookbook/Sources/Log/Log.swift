// The events of a sequence, appended as they come; the list stays at its end until the cursor moves.

import MocoaTUI

struct Event: Identifiable, Equatable, Sendable {
  var id: Int
  var text: String
  var level = "info"
  var isRevoked = false
}

/// Stands for a connection to a server, which ends with the page.
func events(every interval: Duration) -> AsyncStream<Event> {
  AsyncStream { continuation in
    let task = Task {
      for id in 1... where (try? await Task.sleep(for: interval)) != nil {
        continuation.yield(
          Event(
            id: id, text: "order \(id * 7) is paid", level: id % 5 == 0 ? "warning" : "info",
            isRevoked: id % 4 == 0))
      }
    }
    continuation.onTermination = { _ in task.cancel() }
  }
}

@MainActor func makeLogPage(_ events: AsyncStream<Event>) -> Page {
  ListPage("Log", consuming: events)
    .row {
      Text(\.id).style(.tertiary).frame(width: 6, alignment: .trailing)
      Text(\.text).strikethrough(\.isRevoked)
      Spacer()
      Badge(\.level) { $0 == "warning" ? .warning : .success }
    }
    .empty("No events yet")
    .followsEnd()
}

@main struct Log {
  static func main() { Application.run { makeLogPage(events(every: .milliseconds(500))) } }
}
