import MocoaTUI

/// Two fields, a button that can be pressed when both are filled in, and what went wrong.
final class LoginPage: Page {
  private let login: LoginViewModel
  private let form = FormView()
  private let message = Label(style: .error)
  private let status = StatusBar()

  init(_ login: LoginViewModel) {
    self.login = login
    super.init()
    form.add(AvatarView { login.account.value }.extent(.fixed(3)))
    form.add(TextField(text: ValueBinding(login, \.phone), prompt: "11 digits"), label: "Phone")
    form.add(TextField(text: ValueBinding(login, \.code), prompt: "4 digits"), label: "Code")
    form.add(Button("Sign in", command: login.signIn) { login.credentials })
    form.add(Button("Fill in a sample") { login.fillIn() })
    form.add(message.extent(.fixed(2)))
    let margin = form.padding(Insets(top: 1, left: 2, right: 2))
    addSubview(
      VStack {
        margin.extent(.share(1))
        status
      })
    status.title = "Sign in"
    status.hint = "Tab next  Esc leave  F1 keys"
    Subscription.following({ login.message }, to: { [message] in message.text = $0 })
      .store(in: &subscriptions)
    login.signIn.observeResults(owner: self) { page, result in
      if case .success(let account) = result { page.stack?.push(WelcomePage(account)) }
    }.store(in: &subscriptions)
  }

  override var title: String { "Sign in" }
  override var viewModel: ViewModel? { login }

  override var keyMap: KeyMap {
    KeyMap(
      [.init(.back, [.escape], help: "Cancel signing in, or leave")], title: "Sign in")
  }

  override func perform(_ action: Action) -> Bool {
    guard action == .back else { return false }
    if login.signIn.isExecuting { login.signIn.cancel() } else { application?.quit() }
    return true
  }
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

  override var keyMap: KeyMap { .leavingPage }
  override func perform(_ action: Action) -> Bool { performLeaving(action) }
}
