import MocoaFeedUI

@main struct Main {
  static func main() {
    let feed = CommandLine.arguments.dropFirst().first ?? "contacts.json"
    Application.run(feed: feed) { modules in
      modules["mocoa://contacts/"].registerContactCell()
    }
  }
}
