// What is measured of a server, drawn again each second: a chart, bars, and a list of its workers.

import MocoaTUI
import Observation

struct Worker: Identifiable, Equatable, Sendable {
  var id: Int
  var load: Double
}

/// Stands for a server that answers with the loads of its workers.
@MainActor @Observable final class Server {
  private(set) var workers: [Worker] = []
  private(set) var loads: [Double] = []

  func measure() -> [Worker] {
    workers = (1...6).map { Worker(id: $0, load: Double(($0 * 31 + loads.count * 17) % 101)) }
    loads.append(workers.map(\.load).reduce(0, +) / 6)
    return workers
  }
}

final class DashboardPage: Page {
  private let list: ListPage<Worker>

  init(_ server: Server, every interval: Duration) {
    list = ListPage("Workers", every: interval) { server.measure() }
      .columns {
        Column("WORKER", \.id)
        Column("LOAD", \.load, format: .decimal(digits: 1)).sortable()
      }
    super.init()
    addSubview(
      SplitView(.vertical) {
        SplitView(.horizontal) {
          BorderView(title: "Load", content: Chart(.columns, in: 0...100) { server.loads })
          BorderView(
            title: "Workers",
            content: BarChart(upTo: 100) {
              server.workers.map { (name: "\($0.id)", value: $0.load) }
            })
        }
        list
      })
  }

  override var preferredFocus: View? { list }
}

@main struct Dashboard {
  static func main() { Application.run { DashboardPage(Server(), every: .seconds(1)) } }
}
