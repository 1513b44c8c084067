import Foundation

/// The servers in a file, and the changes that can be undone.
@MainActor final class ServerFile {
  let path: String
  private var steps: [(before: Data, after: Data)] = []

  init(path: String) { self.path = path }

  private var url: URL { URL(filePath: path) }

  func setStatus(_ status: String, of ids: [String]) throws {
    let before = try Data(contentsOf: url)
    var servers = try JSONDecoder().decode([Server].self, from: before)
    for index in servers.indices where ids.contains(servers[index].id) {
      servers[index].status = status
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let after = try encoder.encode(servers)
    try after.write(to: url, options: .atomic)
    steps.append((before, after))
  }

  /// Restores the file before the last change; returns `false` if there is none.
  func undo() throws -> Bool {
    guard let step = steps.last else { return false }
    guard try Data(contentsOf: url) == step.after else { throw ChangedByOthers() }
    try step.before.write(to: url, options: .atomic)
    steps.removeLast()
    return true
  }
}

struct ChangedByOthers: Error, CustomStringConvertible {
  let description = "the file was changed by others, and nothing was undone"
}
