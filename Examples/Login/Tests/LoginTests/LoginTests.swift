import Foundation
import MocoaTUI
import MocoaTestSupport
import Testing

@testable import Login

/// A service that answers when the test says so.
@MainActor private final class Desk {
  private(set) var asked: [Credentials] = []
  private(set) var lookups = 0
  private var waiting: CheckedContinuation<Account, any Error>?

  var service: AccountService {
    AccountService(
      account: { [unowned self] phone in
        lookups += 1
        return phone == "13800138000" ? Account(name: "Ada Moreau") : nil
      },
      signIn: { [unowned self] credentials in
        asked.append(credentials)
        return try await withCheckedThrowingContinuation { waiting = $0 }
      })
  }

  var isAsked: Bool { waiting != nil }

  func answer(_ result: Result<Account, any Error>) {
    waiting?.resume(with: result)
    waiting = nil
  }
}

/// The example as its user sees it, in a terminal in memory.
@MainActor @Suite struct LoginTests {
  private let screen: ScreenDriver
  private let desk = Desk()
  private let login: LoginViewModel
  private let stack: PageStack

  init() throws {
    login = LoginViewModel(service: desk.service)
    screen = try ScreenDriver(columns: 50, rows: 16)
    stack = screen.show(LoginPage(login))
  }

  private func type(_ keys: String) { screen.type(keys) }

  /// Lets the tasks of the main actor go on until something is so.
  private func wait(until isSo: () -> Bool) async {
    for _ in 0..<10_000 where !isSo() { await Task.yield() }
    screen.application.renderIfNeeded()
  }

  private func waitForFrame() async {
    for _ in 0..<50 { await Task.yield() }
    screen.application.renderIfNeeded()
  }

  private func row(_ index: Int) -> String { screen.terminal.lines[index] }

  @Test func theEmptyFormCanOnlyBeFilledIn() {
    screen.expect(
      """

               ┌────┐
               │ ·· │
               └────┘

        Phone  11 digits

        Code   4 digits

               [ Sign in ]

               [ Fill in a sample ]



       Sign in             Tab next  Esc leave  F1 keys
      """)
    #expect(!login.signIn.isEnabled)
  }

  @Test func bothTextsEnableTheButtonHoweverTheyCame() async {
    type("1")
    #expect(!login.signIn.isEnabled)
    type("\t2")
    #expect(login.signIn.isEnabled)
    type("\u{7F}")
    #expect(!login.signIn.isEnabled)
    login.fillIn()
    #expect(login.signIn.isEnabled)
    await waitForFrame()
    #expect(row(5) == "  Phone  13800138000" && row(7) == "  Code   1234")
  }

  @Test func theAvatarIsThatOfAWholeNumber() async {
    type("1380013800")
    await waitForFrame()
    #expect(row(2) == "         │ ·· │" && desk.lookups == 0)
    type("0")
    await waitForFrame()
    #expect(row(2) == "         │ AM │  Ada Moreau")
    type("\t9999")
    await waitForFrame()
    #expect(desk.lookups == 1, "the code has nothing to do with it")
    type("\u{1B}[Z1")
    await waitForFrame()
    #expect(row(2) == "         │ ·· │")
  }

  @Test(arguments: [
    ("123", "1234", "this is not a phone number"), ("12800138000", "1234", "this is not a phone"),
    ("13800138000", "123", "a code has 4 digits"), ("13800138000", "12a4", "a code has 4 digits"),
    ("13800138000", "١٢٣٤", "a code has 4 digits"),
  ])
  func invalidInputIsReportedAtOnce(_ input: (String, String, String)) async {
    type("\(input.0)\t\(input.1)\r")
    await wait { !login.message.isEmpty }
    await waitForFrame()
    #expect(row(13).contains(input.2))
    #expect(desk.asked.isEmpty && !login.signIn.isExecuting)
    type("1")
    await waitForFrame()
    #expect(row(13) == "", "what is typed now was not refused yet")
  }

  @Test func theSpinnerTurnsUntilOneIsSignedIn() async {
    type("13800138000\t1234\r")
    await wait { desk.isAsked }
    screen.pass(.seconds(1))
    #expect(row(9) == "         [ Sign in ] ⠋")
    type("\r")
    desk.answer(.success(Account(name: "Ada Moreau")))
    await wait { stack.pages.count == 2 }
    #expect(row(2) == "  │ AM │  Ada Moreau")
    #expect(row(5) == "  Welcome, Ada Moreau. Esc signs out.")
    #expect(desk.asked == [Credentials(phone: "13800138000", code: "1234")])
    type("\u{1B}")
    #expect(stack.pages.count == 1 && row(9) == "         [ Sign in ]")
  }

  @Test func anErrorEndsTheWaiting() async {
    login.fillIn()
    type("\t\r")
    await wait { desk.isAsked }
    desk.answer(.failure(LoginError.refused))
    await wait { !login.signIn.isExecuting }
    await waitForFrame()
    #expect(row(9) == "         [ Sign in ]")
    #expect(row(13) == "         phone number and code do not match")
    #expect(login.signIn.isEnabled)
  }

  @Test func escStopsAndThenLeaves() async {
    login.fillIn()
    type("\t\r")
    await wait { desk.isAsked }
    type("\u{1B}")
    #expect(!login.signIn.isExecuting && screen.application.exitStatus == nil)
    desk.answer(.success(Account(name: "Ada Moreau")))
    await waitForFrame()
    #expect(stack.pages.count == 1, "an answer that is no longer awaited")
    type("\u{1B}")
    #expect(screen.application.exitStatus == 0)
  }

  @Test func theSampleIsFilledInByItsButton() async {
    type("\u{1B}[Z\r")
    await waitForFrame()
    #expect(login.credentials == AccountService.sample)
  }

  @Test func theMouseAloneIsEnough() async {
    screen.click("Fill in a sample")
    await waitForFrame()
    screen.click("Sign in ]")
    await wait { desk.isAsked }
    desk.answer(.success(Account(name: "Ada Moreau")))
    await wait { stack.pages.count == 2 }
    screen.rightClick("Welcome")
    #expect(stack.pages.count == 1)
    screen.click("Sign in  ")
    screen.wheel(over: "Keys", until: "Cancel signing in")
    screen.click("Cancel signing in")
    #expect(screen.application.exitStatus == 0)
  }

  @Test func theNumberIsKeptAndTheCodeIsNot() async throws {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appending(path: "mocoa-login-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let saved = SavedLogin(path: file.path(percentEncoded: false))
    let first = LoginViewModel(service: desk.service, saved: saved)
    first.ready()
    #expect(first.phone == "", "there is no file yet")
    first.fillIn()
    let run = try first.signIn.execute(first.credentials)
    await wait { desk.isAsked }
    desk.answer(.success(Account(name: "Ada Moreau")))
    _ = try await run.value
    let second = LoginViewModel(service: desk.service, saved: saved)
    second.ready()
    #expect(second.credentials == Credentials(phone: "13800138000", code: ""))
    try Data("damaged".utf8).write(to: file)
    #expect(saved.phone == "")
  }
}
