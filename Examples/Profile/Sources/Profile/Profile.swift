// A page that is the view of its module: opened by address, with a view model of its own.
//
// The address has the number of the profile: `mocoa://profiles/page?id=2`. The view model looks it
// up in `prepare` and sends an event, which is pending until the view model is ready. Binding it to
// the page makes it ready, so the page begins with the latest event.

import MocoaTUI

struct Profile: Sendable {
  var name: String
  var about: String

  static let all = [
    1: Profile(name: "Ada Moreau", about: "Builds bridges, and crosses them."),
    2: Profile(name: "山田 太郎", about: "Collects maps of places that do not exist."),
    3: Profile(name: "Élodie Martin", about: "Teaches otters to read."),
  ]
}

final class ProfileViewModel: ViewModel {
  let id: Int
  private(set) var name = "…"
  private(set) var about = ""

  init(id: Int) { self.id = id }

  override func prepare() {
    name = Profile.all[id]?.name ?? "Nobody"
    about = Profile.all[id]?.about ?? "There is no profile \(id)."
    send(.none)
  }
}

final class ProfilePage: Page, ModulePage {
  init(context: PageContext) throws {
    guard let id = context.options.integer("id") else { throw PageError.missingOption("id") }
    super.init()
    let profile = ProfileViewModel(id: id)
    let (name, about) = (Label(style: .title), Label())
    let column = VStack {
      name.extent(.fixed(2))
      about.extent(.fixed(3))
      Button("Next") { [unowned self] in push("mocoa://profiles/page?id=\(id + 1)") }
    }
    addSubview(column.padding(Insets(top: 1, left: 2, right: 2)))
    bind(profile)
    keep(
      profile.observe(.none, initial: .latest, owner: self) { _ in
        (name.text, about.text) = (profile.name, profile.about)
      })
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
