// A hundred thousand rows, of which a hundred change each second.

import MocoaTUI

struct Meter: Identifiable, Equatable, Sendable {
  var id: Int
  var value = 0
}

@MainActor func makeCellsPage(count: Int, every interval: Duration) -> Page {
  let page = ListPage("Cells", (0..<count).map { Meter(id: $0) })
    .row {
      Text(\.id).style(.tertiary).frame(width: 6, alignment: .trailing)
      Text(\.value, format: .grouped).style(.number)
    }
  page.task { [weak page] in
    while !Task.isCancelled, let page {
      page[.random(in: 0..<count)].value += 1
      try? await Task.sleep(for: interval)
    }
  }
  return page
}

@main struct Cells {
  static func main() {
    Application.run { makeCellsPage(count: 100_000, every: .milliseconds(10)) }
  }
}
