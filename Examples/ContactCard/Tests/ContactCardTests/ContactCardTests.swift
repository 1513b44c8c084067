import MocoaTUI
import MocoaTestSupport
import Testing

@testable import ContactCard

@MainActor @Suite struct ContactCardTests {
  private let ada = Contact(
    firstName: "Ada", lastName: "Moreau", phone: "13855501234", city: "Lyon")

  @Test func theViewModelNeedsNoView() {
    let viewModel = ContactCardViewModel(ada)
    #expect(viewModel.name == "Ada Moreau")
    #expect(viewModel.initials == "AM")
    #expect(viewModel.phone == "138-5550-1234")
  }

  @Test(arguments: [
    ("", ""), ("123", "123"), ("1234", "123-4"), ("1234567", "123-4567"),
    ("12345678", "123-4-5678"), ("12345678901", "123-4567-8901"),
    ("123456789012", "123-45678-9012"),
  ])
  func phoneNumbersAreGrouped(phone: String, expected: String) {
    #expect(ContactCardViewModel.formatted(phone) == expected)
  }

  @Test func cardIsCentered() throws {
    let screen = try ScreenDriver(columns: 40, rows: 7)
    screen.show(ContactPage(ada))
    screen.expect(
      """

         ┌─ Ada Moreau ───────────────────┐
         │ ┌──────┐  138-5550-1234        │
         │ │  AM  │                       │
         │ └──────┘  Lyon                 │
         └────────────────────────────────┘
      """)
  }

  @Test func aContactWithoutANameHasACardToo() throws {
    let screen = try ScreenDriver(columns: 20, rows: 5)
    screen.show(ContactPage(Contact(firstName: "", lastName: "", phone: "1", city: "")))
    screen.expect(
      """
      ┌──────────────────┐
      │ ┌──────┐  1      │
      │ │      │         │
      │ └──────┘         │
      └──────────────────┘
      """)
  }

  @Test func qLeaves() throws {
    let screen = try ScreenDriver(columns: 40, rows: 7)
    screen.show(ContactPage(ada))
    screen.type("q")
    #expect(screen.application.exitStatus == 0)
  }
}
