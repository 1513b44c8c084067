import MocoaTUI
import Observation

/// What is typed, what follows from it, and the one thing that can be done with it.
///
/// There are no flags to keep in step: whether one can sign in, whose avatar is shown and what is
/// wrong are all worked out from the two texts and the command.
@Observable final class LoginViewModel: ViewModel {
  var phone = ""
  var code = ""

  /// What went wrong, and with which credentials.
  private var failure: (text: String, credentials: Credentials)?

  @ObservationIgnored private let service: AccountService
  @ObservationIgnored private let saved: SavedLogin

  init(service: AccountService, saved: SavedLogin = SavedLogin()) {
    self.service = service
    self.saved = saved
  }

  override func prepare() {
    phone = saved.phone
    signIn.observeResults(owner: self) { login, result in
      if case .failure(let error) = result { login.failure = ("\(error)", login.credentials) }
    }.store(in: &subscriptions)
  }

  var credentials: Credentials { Credentials(phone: phone, code: code) }

  /// The account whose avatar is shown, as soon as the number is one.
  @ObservationIgnored private(set) lazy var account = Derived { [unowned self] in
    Credentials.isPhone(phone) ? service.account(phone) : nil
  }

  /// What is wrong with what is typed; gone as soon as something else is.
  var message: String {
    guard let failure, failure.credentials == credentials, !signIn.isExecuting else { return "" }
    return failure.text
  }

  @ObservationIgnored private(set) lazy var signIn = Command<Credentials, Account>(
    isEnabled: { [unowned self] in !phone.isEmpty && !code.isEmpty }, timeout: .seconds(15)
  ) { [service, saved] credentials in
    try credentials.check()
    let account = try await service.signIn(credentials)
    saved.save(credentials.phone)
    return account
  }

  /// Fills in what is known to work.
  func fillIn() { (phone, code) = (AccountService.sample.phone, AccountService.sample.code) }
}
