import MocoaFeedUI

@main struct Main {
  static func main() {
    let path = CommandLine.arguments.dropFirst().first ?? "servers.json"
    Application.run {
      let modules = ModuleRegistry()
      modules["mocoa://servers/"].registerServerCell()
      return try ServersPage(ServerFile(path: path), modules: modules)
    }
  }
}
