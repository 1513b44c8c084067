import MocoaTUI
import MocoaTestSupport
import Testing

private struct Term: Identifiable, Equatable, Sendable {
  var id: Int
  var text: String
}

/// The values of a list page.
@MainActor @Suite struct ListPageValueTests {
  private func words(_ ids: Range<Int>) -> [Term] { ids.map { Term(id: $0, text: "w\($0)") } }

  @Test func aReplacedValueIsComparedWithNoOther() throws {
    var count = 0
    let page = ListPage("Words", words(0..<10_000)) { word in
      count += 1
      return word.id
    }
    page.row { $1.write($0.text) }
    let screen = try ScreenDriver(columns: 30, rows: 4)
    _ = screen.show(page)
    #expect(screen.picture.hasPrefix("w0\nw1\nw2\n"))
    count = 0
    page[1].text = "changed"
    #expect(screen.picture.hasPrefix("w0\nchanged\nw2\n"))
    page[9_000].text = "far"
    page.append(Term(id: 10_000, text: "new"))
    #expect(count < 40)
    #expect(page.items.count == 10_001 && page.items[9_000].text == "far")
    screen.press("G")
    #expect(screen.picture.hasPrefix("w9998\nw9999\nnew\n"))
    count = 0
    page[1].id = -1
    #expect(count > 10_000 && page[1] == Term(id: -1, text: "changed"))
  }

  @Test func valuesMatchANaiveArray() throws {
    var generator = SeededGenerator(seed: 35)
    for _ in 0..<40 {
      var values = words(0..<Int.random(in: 0..<8, using: &generator))
      let page = ListPage("Words", values).row { $1.write($0.text) }
      let screen = try ScreenDriver(columns: 20, rows: 60)
      _ = screen.show(page)
      var (next, hasSections) = (100, false)
      for _ in 0..<12 {
        switch Int.random(in: 0..<7, using: &generator) {
        case 0:
          page.append(contentsOf: words(next..<next + 2))
          values += words(next..<next + 2)
          next += 2
        case 1: page.filter = page.filter.isEmpty ? "1" : ""
        case 2 where !hasSections:
          hasSections = true
          page.sections { $0.id % 2 }
        case 3:
          values.shuffle(using: &generator)
          page.items = values
        case 4:
          guard let index = values.indices.randomElement(using: &generator) else { continue }
          values[index] = Term(id: next, text: "w\(next)")
          page[index] = values[index]
          next += 1
        default:
          guard let index = values.indices.randomElement(using: &generator) else { continue }
          values[index].text += "1"
          page[index].text += "1"
        }
        #expect(page.items == values)
        let shown = values.filter {
          page.filter.isEmpty || $0.text.contains(page.filter)
        }
        let lines = screen.picture.split(separator: "\n").map(String.init)
          .filter { $0.hasPrefix("w") }
        #expect(lines.sorted() == shown.map(\.text).sorted())
        if !hasSections { #expect(lines == shown.map(\.text)) }
      }
    }
  }
}
