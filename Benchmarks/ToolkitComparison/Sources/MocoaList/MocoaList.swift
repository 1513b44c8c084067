// A list of rows, one of which changes every 10 ms: `MocoaList ROWS [live]`.

import MocoaTUI

struct Entry: Identifiable, Equatable, Sendable {
  var id: Int
  var value = 0
}

@MainActor func makePage(count: Int, isLive: Bool) -> Page {
  let page = ListPage("Rows", (0..<count).map { Entry(id: $0) })
    .row { entry, canvas in canvas.write("row \(entry.id)  \(entry.value)") }
  if isLive {
    page.task { [weak page] in
      while !Task.isCancelled, let page {
        page[.random(in: 0..<count)].value += 1
        try? await Task.sleep(for: .milliseconds(10))
      }
    }
  }
  return page
}

@main struct MocoaList {
  static func main() {
    let arguments = CommandLine.arguments
    let count = arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000
    Application.run { makePage(count: count, isLive: arguments.contains("live")) }
  }
}
