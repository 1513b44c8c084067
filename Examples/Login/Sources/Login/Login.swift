import Foundation
import MocoaTUI

@main struct Login {
  static func main() throws {
    try Application.run {
      let home = ProcessInfo.processInfo.environment["HOME"]
      let saved = SavedLogin(path: home.map { $0 + "/.mocoa-login.json" })
      return LoginPage(LoginViewModel(service: .simulated, saved: saved))
    }
  }
}
