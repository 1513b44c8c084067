/// What is typed to sign in.
struct Credentials: Hashable, Sendable {
  var phone: String
  var code: String
}

/// What credentials have to look like.
struct LoginRules: Sendable {
  /// Whether a text is a phone number that accounts can have.
  var isPhone: @Sendable (String) -> Bool = { text in
    let second = text.dropFirst().first ?? "0"
    return text.count == 11 && text.allSatisfy(\.isASCIIDigit) && text.first == "1"
      && ("3"..."9").contains(second)
  }

  /// How many digits a code has.
  var codeLength = 4

  /// Validates credentials before they are sent.
  func check(_ credentials: Credentials) throws(LoginError) {
    guard isPhone(credentials.phone) else { throw .phone }
    let code = credentials.code
    guard code.count == codeLength, code.allSatisfy(\.isASCIIDigit) else { throw .code(codeLength) }
  }
}

/// The reason why signing in failed.
enum LoginError: Error, Hashable, CustomStringConvertible {
  case phone
  case code(Int)
  case refused

  var description: String {
    switch self {
    case .phone: "this is not a phone number"
    case .code(let length): "a code has \(length) digits"
    case .refused: "phone number and code do not match"
    }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
