/// What is typed to sign in.
struct Credentials: Hashable, Sendable {
  var phone: String
  var code: String

  /// Whether a text is a phone number that accounts can have.
  static func isPhone(_ text: String) -> Bool { text.wholeMatch(of: /1[3-9][0-9]{9}/) != nil }

  /// Validates the credentials before they are sent.
  func check() throws(LoginError) {
    guard Self.isPhone(phone) else { throw .phone }
    guard code.wholeMatch(of: /[0-9]{4}/) != nil else { throw .code }
  }
}

/// The reason why signing in failed.
enum LoginError: String, Error, CustomStringConvertible {
  case phone = "this is not a phone number"
  case code = "a code has 4 digits"
  case refused = "phone number and code do not match"

  var description: String { rawValue }
}
