// Pods in columns and sections, with the details of one, deleted after a question and brought back
// by `u`.

import MocoaTUI

struct Pod: Identifiable, Equatable, Sendable {
  var id: Int
  var name: String
  var namespace: String
  var phase = "Running"
  var restarts = 0
}

/// Stands for a cluster; a real one would ask its server in the same three places.
@MainActor final class Cluster {
  struct Protected: Error, CustomStringConvertible {
    let description = "pods of kube-system are protected"
  }

  private var all = [
    Pod(id: 1, name: "api-7d4f", namespace: "web"),
    Pod(id: 2, name: "worker-0", namespace: "web", phase: "Pending", restarts: 3),
    Pod(id: 3, name: "db-0", namespace: "data"),
    Pod(id: 4, name: "coredns", namespace: "kube-system"),
  ]

  func pods() async throws -> [Pod] { all }

  func delete(_ pod: Pod) async throws {
    if pod.namespace == "kube-system" { throw Protected() }
    all.removeAll { $0.id == pod.id }
  }

  func apply(_ pod: Pod) async throws { all.insert(pod, at: all.count { $0.id < pod.id }) }
}

@MainActor func makePodsPage(_ cluster: Cluster) -> Page {
  ListPage("Pods", every: .seconds(2)) { try await cluster.pods() }
    .sections(by: \.namespace)
    .columns {
      Column("NAME", \.name).style(.title).sortable()
      Column("STATUS", \.phase) { $0 == "Running" ? .success : .warning }
      Column("RESTARTS", \.restarts).sortable()
    }
    .detail { Fields(of: $0) }
    .action("d", "Delete", confirm: { "Delete \($0.map(\.name).joined(separator: ", "))?" }) {
      try await cluster.delete($0)
    } undo: {
      try await cluster.apply($0)
    }
    .empty("No pods")
}

@main struct Pods {
  static func main() { Application.run { makePodsPage(Cluster()) } }
}
