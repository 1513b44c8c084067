import MocoaFeedUI

struct Server: Decodable, Identifiable, Equatable, Sendable {
  var id: String
  var name: String
  var status: String
  var load: Double
}

@MainActor func makePage(of path: String) -> Page {
  ListPage<Server>(.file(path), every: .seconds(1), id: \.id)
    .columns {
      Column("NAME", \.name).style(.title).sortable()
      Column("STATUS", \.status) { $0 == "failing" ? .error : .body }
      Column("LOAD", \.load, format: .decimal(digits: 2)).sortable()
    }
    .detail { Fields(of: $0) }
    .empty("No servers")
}

@main struct ServerList {
  static func main() { Application.run { makePage(of: "servers.json") } }
}
