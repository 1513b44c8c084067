// Pods in sections, with a page for each, deleted after a question and brought back by `u`.

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

final class PodPage: PagerPage {
  init(_ pod: Pod) {
    super.init(
      name: pod.name,
      pager: PagerView([
        [TextRun("namespace  ", style: .key), TextRun(pod.namespace)],
        [TextRun("phase      ", style: .key), TextRun(pod.phase)],
        [TextRun("restarts   ", style: .key), TextRun("\(pod.restarts)", style: .number)],
      ]))
  }
}

@MainActor func makePodsPage(_ cluster: Cluster) -> Page {
  ListPage("Pods", every: .seconds(2)) { try await cluster.pods() }
    .sections(by: \.namespace)
    .row { pod, canvas in
      canvas.write(pod.name, style: .title)
      canvas.write(pod.phase, style: pod.phase == "Running" ? .success : .warning)
      canvas.write("\(pod.restarts)", style: .number, alignment: .trailing)
    }
    .onOpen { PodPage($0) }
    .action("d", "Delete", confirm: { "Delete \($0.name)?" }) {
      try await cluster.delete($0)
    } undo: {
      try await cluster.apply($0)
    }
}

@main struct Pods {
  static func main() { Application.run { makePodsPage(Cluster()) } }
}
