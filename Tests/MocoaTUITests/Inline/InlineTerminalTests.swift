import Testing

@testable import MocoaTUI

@MainActor @Suite struct InlineTerminalTests {
  @Test(arguments: [
    ("12", 24, 12), ("12", 8, 8), ("1", 24, 3), ("40%", 50, 20), ("1%", 50, 3), ("100%", 50, 50),
    ("12", 2, 2), ("99999999", 24, 24),
  ])
  func heightsAreRowsOrPartsOfTheScreen(_ text: String, _ screen: Int, _ rows: Int) {
    #expect(InlineHeight(text)?.rows(of: screen) == rows)
  }

  @Test(arguments: ["", "%", "0", "-3", "+3", "101%", "1.5", "12 ", "٣", "9999999999999999999999"])
  func whatIsNoHeightIsRefused(_ text: String) {
    #expect(InlineHeight(text) == nil)
  }

  @Test func aReportIsFoundAmongWhatWasTyped() {
    var bytes = Array("a\u{1B}[A\u{1B}[12;34Rb".utf8)
    #expect(CursorReport.take(from: &bytes) == Point(column: 33, row: 11))
    #expect(bytes == Array("a\u{1B}[Ab".utf8))
    #expect(CursorReport.take(from: &bytes) == nil)
  }

  /// However a report is cut, nothing of what was typed is lost, and nothing is out of bounds.
  @Test func aReportThatIsNotAllThereIsWaitedFor() {
    let whole = Array("x\u{1B}[3;1Ry".utf8)
    for count in 0...whole.count {
      var bytes = Array(whole[..<count])
      let place = CursorReport.take(from: &bytes)
      #expect((place != nil) == (count >= whole.count - 1))
      bytes += whole[count...]
      #expect((place ?? CursorReport.take(from: &bytes)) == Point(column: 0, row: 2))
      #expect(bytes == Array("xy".utf8))
    }
    var wrong = Array("\u{1B}[0;1R\u{1B}[;R\u{1B}[999999;1R".utf8)
    #expect(CursorReport.take(from: &wrong) == nil)
  }

  @Test func aRowIsWrittenFromItsStartToItsEnd() {
    let frame = FrameBuffer(size: Size(columns: 8, rows: 1))
    let canvas = Canvas(frame)
    canvas.draw("a列b", at: .zero, style: .title)
    var inline = InlineFrame(colorCount: 0)
    _ = inline.use(.monochrome, frame.styles)
    let text = inline.text(ofRow: 0, in: frame)
    // Behind what is not ASCII the column is set again; what is blank at the end is erased.
    #expect(text == "\u{1B}[0;1ma列\u{1B}[4Gb\u{1B}[m\u{1B}[K")
  }
}
