import MocoaTestSupport
import Testing

@testable import MocoaTUI

private struct NoContacts: Error, CustomStringConvertible {
  var description: String { "there are no\ncontacts" }
}

/// What a synchronous `main` of a program does.
@MainActor private func runWithoutPage() { Application.run { throw NoContacts() } }
@MainActor private func runWithoutModules() {
  Application.run(opening: "mocoa://contacts/") { _ in throw NoContacts() }
}
@MainActor private func runAtUnknownAddress() {
  Application.run(opening: "mocoa://contacts/") { _ in }
}

@Suite struct RunningTests {
  private func report(of result: ExitTest.Result?) -> Substring? {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    return text.split(separator: "\n", maxSplits: 1).first?.drop { $0 != ":" }
  }

  @Test func whatMakingThePageThrowsEndsTheProgramWithOneLine() async {
    let result = await #expect(
      processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
    ) { await runWithoutPage() }
    #expect(report(of: result) == ": there are no␊contacts")
  }

  @Test func whatRegisteringThrowsEndsTheProgramWithOneLine() async {
    let result = await #expect(
      processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
    ) { await runWithoutModules() }
    #expect(report(of: result) == ": there are no␊contacts")
  }

  @Test func anUnknownAddressEndsTheProgramWithOneLine() async {
    let result = await #expect(
      processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
    ) { await runAtUnknownAddress() }
    #expect(report(of: result) == ": no module is registered there")
  }
}
