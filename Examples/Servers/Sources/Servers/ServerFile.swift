import Foundation

/// The servers in a file, and the changes that can be undone.
@MainActor final class ServerFile {
  let path: String
  private var steps: [Data] = []

  init(path: String) { self.path = path }

  func setStatus(_ status: String, of id: String) throws {
    let url = URL(filePath: path)
    let data = try Data(contentsOf: url)
    var servers = try JSONDecoder().decode([Server].self, from: data)
    for index in servers.indices where servers[index].id == id { servers[index].status = status }
    try JSONEncoder().encode(servers).write(to: url, options: .atomic)
    steps.append(data)
  }

  /// Restores the file before the last change; returns `false` if there is none.
  func undo() throws -> Bool {
    guard let data = steps.popLast() else { return false }
    try data.write(to: URL(filePath: path), options: .atomic)
    return true
  }
}
