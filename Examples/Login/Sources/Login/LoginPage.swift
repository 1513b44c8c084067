import MocoaTUI

/// Two fields, a button that can be pressed when both are filled in, and what went wrong.
final class LoginPage: StatusPage {
  init(_ login: LoginViewModel) {
    super.init()
    let message = Label(style: .error)
    let form = FormView()
    form.add(AvatarView { login.account.value }.extent(.fixed(3)))
    form.add(TextField(text: ValueBinding(login, \.phone), prompt: "11 digits"), label: "Phone")
    form.add(TextField(text: ValueBinding(login, \.code), prompt: "4 digits"), label: "Code")
    form.add(Button("Sign in", command: login.signIn) { login.credentials })
    form.add(Button("Fill in a sample") { login.fillIn() })
    form.add(message.extent(.fixed(2)))
    addSubview(form.padding(Insets(top: 1, left: 2, right: 2)))
    status.title = title
    status.hint = "Tab next  Esc leave  F1 keys"
    on(.escape, help: "Cancel signing in, or leave") { [unowned self] in
      if login.signIn.isExecuting { login.signIn.cancel() } else { application?.quit() }
    }
    bind(login)
    follow({ login.message }, to: { message.text = $0 })
    keep(
      login.signIn.observeResults(owner: self) { page, result in
        if case .success(let account) = result { page.push(WelcomePage(account)) }
      })
  }

  override var title: String { "Sign in" }
}

/// What is seen after signing in.
final class WelcomePage: Page {
  init(_ account: Account) {
    super.init()
    let column = VStack {
      AvatarView { account }.extent(.fixed(4))
      Label("Welcome, \(account.name). Esc signs out.")
    }
    addSubview(column.padding(Insets(top: 1, left: 2, right: 2)))
  }

  override var title: String { "Welcome" }
}

@main struct Login {
  static func main() {
    Application.run {
      // The phone number is kept in the file that is named on the command line, if one is.
      let saved = SavedLogin(path: CommandLine.arguments.dropFirst().first)
      return LoginPage(LoginViewModel(service: .simulated, saved: saved))
    }
  }
}
