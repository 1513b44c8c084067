import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// What a list reports of the cells that it displays.
@MainActor @Suite struct ListInspectorTests {
  @Test("39: F12 shows what displays a row, and how long that takes")
  func aRowIsInspected() throws {
    let rows = [Part("r0"), Part("ada", name: "person")] + TableStage.parts(40).dropFirst(2)
    let stage = try TableStage(columns: 78, rows: 19, sections: [PartSection(rows: rows)])
    var time = ContinuousClock.now
    stage.table.now = {
      time += .milliseconds(1)
      return time
    }
    let start = time
    stage.stage.application.now = { start }
    #expect(stage.table.inspector == nil)
    stage.press(.down, .function(12))
    expectScreen(
      stage.lines.joined(separator: "\n"),
      is: """
         r0
        >ada
         r2┌─ Row 2 ──────────────────────────────────────────────────────────────┐
         r3│ module      mocoa://test/:/:                                         │
         r4│ tried       mocoa://test/:/person: no module                         │
         r5│             mocoa://test/:/:: found                                  │
         r6│ view        PartCell                                                 │
         r7│ view model  PartCellViewModel                                        │
         r8│             log: TableLog                                            │
         r9│             onDisplay: nil                                           │
         r1│ model       Part(id: ada, height: 1, moduleName: person)             │
         r1│ time        made before measuring, measured 1.000 ms, drawn 1.000 ms │
         r1│ slowest     2.000 ms row 0:2 PartCellViewModel                       │
         r1│                                                                      │
         r1│                                             Go on measuring    Stop  │
         r1└─ g go on measuring  s stop  Esc close ───────────────────────────────┘
         r16
         r17
         r18
        """)
    stage.press(.enter, .end, .function(12))
    let picture = stage.lines.joined(separator: "\n")
    #expect(picture.contains("made 1.000 ms, measured 1.000 ms, drawn 1.000 ms"))
    #expect(picture.contains("slowest     3.000 ms row 0:40 PartCellViewModel"))
    #expect((stage.table.inspector?.slowest.count ?? 0) == 8)
    stage.press("s")
    #expect(stage.table.inspector == nil)
    stage.press(.home)
    #expect(stage.table.inspector == nil)
  }

  @Test func largeValuesAreShortened() throws {
    struct Large {
      var name = String(repeating: "x", count: 1_000)
      var numbers = Array(0..<1_000_000)
      var other: Int?
      var pair = (1, b: "two")
    }
    let text = ListInspection.text(of: Large())
    #expect(text.hasPrefix("Large(name: xxx") && text.count <= 161)
    #expect(ListInspection.text(of: Array(0..<1_000_000)) == "1000000 elements")
    #expect(ListInspection.text(of: Int?.none as Any) == "nil")
    #expect(ListInspection.text(of: (1, b: "two")) == "(.0: 1, b: two)")
  }
}
