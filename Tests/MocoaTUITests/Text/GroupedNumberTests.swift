import Testing

@testable import MocoaTUI

@Suite struct GroupedNumberTests {
  @Test(arguments: [
    (0, "0"), (7, "7"), (999, "999"), (1_000, "1 000"), (12_034, "12 034"),
    (1_000_000, "1 000 000"), (99_999_999_999, "99 999 999 999"),
    (100_000_000_000, "100 000 000 000"), (-5, "-5"), (-1_234, "-1 234"),
    (Int.max, "9 223 372 036 854 775 807"), (Int.min, "-9 223 372 036 854 775 808"),
  ])
  func hasAGapBetweenThousands(number: Int, text: String) {
    #expect(number.grouped == text)
  }
}
