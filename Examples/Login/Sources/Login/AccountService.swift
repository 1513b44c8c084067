/// An account.
struct Account: Hashable, Sendable {
  var name: String

  /// What stands for the picture on a screen of letters.
  var initials: String {
    name.split(separator: " ").prefix(2).compactMap(\.first).map(String.init).joined()
  }
}

/// What knows accounts; tests have one of their own.
struct AccountService: Sendable {
  /// The account of a phone number, as far as it is known without asking.
  var account: @MainActor @Sendable (_ phone: String) -> Account?

  /// Signs in.
  var signIn: @MainActor @Sendable (Credentials) async throws -> Account

  /// A service that takes a second, and the code 1234.
  static let simulated = AccountService(account: { accounts[$0] }) { credentials in
    try await Task.sleep(for: .seconds(1))
    guard let account = accounts[credentials.phone], credentials.code == "1234" else {
      throw LoginError.refused
    }
    return account
  }

  /// What is filled in to try the program.
  static let sample = Credentials(phone: "13800138000", code: "1234")

  private static let accounts = [
    "13800138000": Account(name: "Ada Moreau"),
    "13800138001": Account(name: "Bruno Keller"),
    "15912345678": Account(name: "Grace Okafor"),
  ]
}
