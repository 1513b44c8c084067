import MocoaTUI

@main struct Login {
  static func main() {
    Application.run {
      // The phone number is kept in the file that is named on the command line, if one is.
      let saved = SavedLogin(path: CommandLine.arguments.dropFirst().first)
      return LoginPage(LoginViewModel(service: .simulated, saved: saved))
    }
  }
}
