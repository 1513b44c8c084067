// A page that is the view of its module: opened by address, with a view model of its own.
//
// The address says which profile: `mocoa://profiles/page?id=2`. The view model reads it in
// `prepare`, and says so at once. It is not ready then, so what it says waits, and reaches the page
// right after.

import Foundation
import MocoaTUI

struct Profile: Decodable, Sendable {
  var id: Int
  var name: String
  var about: String
}

final class ProfileViewModel: ViewModel {
  private let id: Int
  private(set) var name = "…"
  private(set) var about = ""

  init(id: Int) { self.id = id }

  override func prepare() {
    do {
      let profiles = try JSONDecoder().decode([Profile].self, from: Data(Self.json.utf8))
      let profile = profiles.first { $0.id == id }
      name = profile?.name ?? "Nobody"
      about = profile?.about ?? "There is no profile \(id)."
    } catch {
      about = "\(error)"
    }
    send(.none)
  }

  static let json = """
    [{"id": 1, "name": "Ada Moreau", "about": "Builds bridges, and crosses them."},
     {"id": 2, "name": "山田 太郎", "about": "Collects maps of places that do not exist."},
     {"id": 3, "name": "Élodie Martin", "about": "Teaches otters to read."}]
    """
}

final class ProfilePage: Page, ModulePage {
  private let id: Int
  private let profile: ProfileViewModel
  private let name = Label(style: .title)
  private let about = Label()
  private lazy var next = Button("Next", onPress: { [weak self] in self?.openNext() })

  /// An address without an `id` is no profile: nothing is opened then.
  struct MissingID: Error, CustomStringConvertible {
    let description = "the address says no id"
  }

  init(context: PageContext) throws {
    guard let id = context.options.integer("id") else { throw MissingID() }
    self.id = id
    profile = ProfileViewModel(id: id)
    super.init()
    let column = VStack {
      name.extent(.fixed(2))
      about.extent(.fixed(3))
      next
    }
    addSubview(column.padding(Insets(top: 1, left: 2, right: 2)))
    profile.observe(.none, owner: self) { $0.update() }.store(in: &subscriptions)
  }

  override var viewModel: ViewModel? { profile }
  override var preferredFocus: View? { next }

  private func openNext() { stack?.push("mocoa://profiles/page?id=\(id + 1)") }

  private func update() {
    name.text = profile.name
    about.text = profile.about
  }
}

@MainActor func registerModules(_ modules: ModuleRegistry) {
  modules["mocoa://profiles/page"].register(page: ProfilePage.self)
}

@main struct ProfileApp {
  static func main() {
    let id = CommandLine.arguments.dropFirst().first ?? "1"
    Application.run(opening: "mocoa://profiles/page?id=\(id)", modules: registerModules)
  }
}
