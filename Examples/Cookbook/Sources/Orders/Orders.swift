// Orders of a database of SQLite in sections by their state. What other programs change is shown
// row by row:
//
//     sqlite3 shop.db "update orders set state = 'paid' where id = 1"

import MocoaEngines
import MocoaFeed
import MocoaItems
import MocoaTUI

struct Order: Decodable, Identifiable, Equatable, Sendable {
  var id: Int
  var item: String
  var state: String
}

final class OrderViewModel: CellViewModel<Order>, ContentProviding {
  var content: TitleDetailContent { .init(title: model.item, detail: "\(model.id)") }
}

@MainActor func makeOrdersPage(_ origin: FeedOrigin) throws -> Page {
  let orders = ModuleRegistry.shared["mocoa://orders/"]
  orders.section.header.register(TitleHeader.self)
  orders.section.cell.register(TitleDetailCell<OrderViewModel>.self)
  let list = try FetchedListViewModel<Order>(
    origin, sectionsBy: \.state, every: .milliseconds(200), module: orders)
  let page = TablePage(title: "Orders", list: list)
  list.onFetch = { [weak page, weak list] in
    if let error = list?.error { page?.status.show("\(error)", style: .error) }
  }
  return page
}

@main struct Orders {
  static func main() {
    guard let source = CommandLine.arguments.dropFirst().first.flatMap({ EngineSource($0) }) else {
      return print("usage: Orders shop.db#orders")
    }
    Application.run { try makeOrdersPage(source.origin()) }
  }
}
