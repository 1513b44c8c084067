import MocoaTestSupport
import Testing

@testable import MocoaTUI

private struct Errand: Identifiable, Equatable, Sendable {
  var id = 0
  var due = CalendarDay(daysSince1970: 20_512)
}

@MainActor @Suite struct DayFieldTests {
  @Test("40: days are written as in ISO 8601, and texts that are none are not read")
  func texts() {
    #expect(CalendarDay(daysSince1970: 0).description == "1970-01-01")
    #expect(CalendarDay("2026-02-28")?.adding(days: 1).description == "2026-03-01")
    #expect(CalendarDay("2028-02-28")?.adding(days: 1).description == "2028-02-29")
    #expect(CalendarDay("1970-01-01")?.adding(days: -1).description == "1969-12-31")
    #expect(CalendarDay("0000-01-01")?.adding(days: .min).description == "0000-01-01")
    #expect(CalendarDay("9999-12-31")?.adding(days: .max).description == "9999-12-31")
    for text in ["", "2026", "2026-2-03", "2026-02-30", "2026-13-01", "+026-01-01", "2026-01-01-"] {
      #expect(CalendarDay(text) == nil, "\(text)")
    }
    for number in stride(from: -719_528, through: 2_932_896, by: 9_973) {
      let day = CalendarDay(daysSince1970: number)
      #expect(CalendarDay(day.description) == day)
    }
    #expect(CalendarDay.today.daysSince1970 > 20_000)
  }

  @Test("40: a day is typed, and changed by the arrow keys")
  func form() async throws {
    let page = Page()
    let screen = try ScreenDriver(columns: 44, rows: 9)
    screen.show(page)
    var saved: Errand?
    page.task { saved = await page.present(Form(Errand()) { Field("Due", \.due) }) }
    await screen.settle()
    #expect(screen.picture.contains("Due  2026-02-28"))
    screen.press(.up)
    #expect(screen.picture.contains("2026-03-01"))
    screen.press(.down, .down, .end, .backspace)
    screen.type("x")
    screen.press(.enter, .enter)
    #expect(screen.picture.contains("a day, as 2026-12-24"))
    // The last day that was one.
    screen.press(.up)
    #expect(screen.picture.contains("2026-02-28") && !screen.picture.contains("a day, as"))
    screen.press(.enter, .enter)
    await screen.settle()
    #expect(saved?.due.description == "2026-02-28")
  }

  @Test("40: days are a column in their order")
  func column() throws {
    let errands = [3, 1].map { Errand(id: $0, due: CalendarDay(daysSince1970: $0)) }
    let page = ListPage("Errands", errands).columns { Column("DUE", \.due).sortable() }
    let screen = try ScreenDriver(columns: 24, rows: 6)
    screen.show(page)
    #expect(screen.picture.contains("1970-01-04"))
    screen.click("DUE")
    #expect(page.current?.id == 3 && page.table.cursor?.item == 1)
  }
}
