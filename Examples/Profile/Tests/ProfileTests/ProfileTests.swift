import MocoaTUI
import MocoaTestSupport
import Testing

@testable import Profile

@MainActor @Suite struct ProfileTests {
  private let registry = ModuleRegistry()
  private let screen: ScreenDriver

  init() throws {
    registerModules(registry)
    screen = try ScreenDriver(columns: 34, rows: 8)
  }

  @Test func anAddressOpensAPage() throws {
    try screen.open("mocoa://profiles/page?id=2", in: registry)
    screen.expect(
      """

        山田 太郎

        Collects maps of places that
        do not exist.

        [ Next ]
      """)
  }

  @Test func eventsSentInPrepareAreDeliveredWhenReady() {
    let viewModel = ProfileViewModel(id: 1)
    var names: [String] = []
    let subscription = viewModel.observe(.none, owner: screen) { _, _ in
      names.append(viewModel.name)
    }
    #expect(names.isEmpty)
    viewModel.ready()
    #expect(names == ["Ada Moreau"])
    subscription.cancel()
  }

  @Test func keysGoOnAndBack() throws {
    try screen.open("mocoa://profiles/page?id=1", in: registry)
    screen.type("\r\r")
    #expect(screen.picture.contains("Élodie Martin"))
    screen.type("\u{1B}")
    #expect(screen.picture.contains("山田 太郎"))
  }

  @Test func theMouseGoesOnAndBack() throws {
    try screen.open("mocoa://profiles/page?id=1", in: registry)
    screen.click("Next")
    screen.click("Next")
    #expect(screen.picture.contains("Élodie Martin"))
    screen.rightClick("Élodie")
    #expect(screen.picture.contains("山田 太郎"))
  }

  @Test func aMissingProfileIsReported() throws {
    try screen.open("mocoa://profiles/page?id=9", in: registry)
    #expect(screen.picture.contains("There is no profile 9."))
  }

  @Test func anAddressWithoutAnIDOpensNothing() {
    #expect(throws: PageError.self) { try screen.open("mocoa://profiles/page", in: registry) }
  }
}
