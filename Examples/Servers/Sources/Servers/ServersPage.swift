import MocoaFeedUI

final class ServersPage: FeedPage {
  private let file: ServerFile

  init(_ file: ServerFile, modules: ModuleRegistry) throws {
    self.file = file
    let feed = try Feed(.file(file.path))
    super.init(feed: feed, module: modules["mocoa://servers/"])
    feed.watch(every: .seconds(1))
  }

  override func receive(_ emission: Emission) -> EmissionResponse {
    guard let server: Server = emission[.select] else { return super.receive(emission) }
    stack?.push(ServerPage(server))
    return .handled
  }

  private static let serverKeys = KeyMap(
    for: ServersPage.self,
    [
      .init("stop-server", ["x"], help: "Stop or start the marked servers, or the current one") {
        page in page.task { [weak page] in await page?.stopOrStart() }
      },
      .init("undo-server", ["Z"], help: "Undo the last stop or start") { page in
        page.report { try page.file.undo() ? "undone" : "there is nothing to undo" }
      },
    ])

  override var keyMap: KeyMap { super.keyMap.appending(Self.serverKeys) }

  private func stopOrStart() async {
    let marked = targetRows.compactMap { try? $0.decode(Server.self) }
    let isStart = marked.allSatisfy { $0.status == "stopped" }
    let servers = marked.filter { isStart || $0.status != "stopped" }
    guard !servers.isEmpty else { return }
    let names = servers.map(\.name).joined(separator: ", ")
    guard await confirm("\(isStart ? "Start" : "Stop") \(names)?") else { return }
    report {
      try file.setStatus(isStart ? "running" : "stopped", of: servers.map(\.id))
      return "\(names) \(isStart ? "started" : "stopped"); Z undoes it"
    }
  }

  /// Shows the result of a change, or its error.
  private func report(_ change: () throws -> String) {
    do { status.show(try change()) } catch { status.show("\(error)", style: .error) }
  }
}

/// A server on a page of its own; Esc goes back.
final class ServerPage: StatusPage {
  private let server: Server

  init(_ server: Server) {
    self.server = server
    super.init()
    addSubview(
      VStack(spacing: 1) {
        Label(server.name, style: .title)
        Label("Status: \(server.status)")
        Label("Load: \(Int((server.load * 100).rounded())) %")
      })
    status.title = title
    status.hint = "Esc back"
  }

  override var title: String { "Server \(server.id)" }
}
