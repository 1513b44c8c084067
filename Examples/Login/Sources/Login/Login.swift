import Foundation
import MocoaTUI

@main struct Login {
  static func main() throws {
    try Application.run {
      let home = FileManager.default.homeDirectoryForCurrentUser
      let file = home.appending(path: ".mocoa-login.json")
      return LoginPage(
        LoginViewModel(
          service: .simulated, saved: SavedLogin(path: file.path(percentEncoded: false)))
      )
    }
  }
}
