import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// Whatever is drawn, wherever: what lies outside of a canvas stays as it was, and no glyph is cut
/// in half.
@Suite struct CanvasClippingTests {
  private static let size = Size(columns: 12, rows: 5)
  private static let texts = [
    "", "a", "hello", "日本語", "a日b本c", "e\u{301}", "日\u{301}本\u{302}", "\u{301}", "👩‍👩‍👧", "👍🏽x",
    "\u{1B}[2J", "\t\u{7}", "a much longer text than fits", "漢字漢字漢字漢字漢字漢字",
  ]

  private static func coordinate(_ generator: inout SeededGenerator) -> Int {
    switch Int.random(in: 0..<20, using: &generator) {
    case 0: .max
    case 1: .min
    case 2: .max - Int.random(in: 0...20, using: &generator)
    case 3: .min + Int.random(in: 0...20, using: &generator)
    default: Int.random(in: -8...20, using: &generator)
    }
  }

  private static func rect(_ generator: inout SeededGenerator) -> Rect {
    Rect(
      column: coordinate(&generator), row: coordinate(&generator),
      columns: coordinate(&generator), rows: coordinate(&generator))
  }

  private static func draw(on canvas: inout Canvas, _ generator: inout SeededGenerator) {
    let text = texts.randomElement(using: &generator) ?? ""
    let point = Point(column: coordinate(&generator), row: coordinate(&generator))
    switch Int.random(in: 0..<9, using: &generator) {
    case 0: canvas.draw(text, at: point, style: .title)
    case 1: canvas.draw(text, at: point, columns: coordinate(&generator))
    case 2: canvas.drawUnclamped(text, at: point, columns: .max, style: .number)
    case 3: canvas.write(text, alignment: Bool.random(using: &generator) ? .leading : .trailing)
    case 4: canvas.newLine()
    case 5: canvas.fill(rect(&generator), with: "#", style: .border)
    case 6: canvas.box(rect(&generator), title: text)
    case 7: canvas.overlay(rect(&generator), style: .match)
    default: canvas = canvas.part(rect(&generator))
    }
  }

  @Test(arguments: 0..<60)
  func drawingStaysInside(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<40 {
      let frame = FrameBuffer(size: Self.size)
      // A background with wide glyphs on it, to be cut by what is drawn.
      for row in 0..<Self.size.rows {
        Canvas(frame).draw("漢字漢字漢字", at: Point(column: row % 2 * -1, row: row))
      }
      let before = FrameBuffer(copying: frame)
      let area = Rect(
        column: Int.random(in: -2...8, using: &generator),
        row: Int.random(in: -1...4, using: &generator),
        columns: Int.random(in: 0...8, using: &generator),
        rows: Int.random(in: 0...4, using: &generator))
      var canvas = Canvas(frame).part(area)
      for _ in 0..<Int.random(in: 1...12, using: &generator) { Self.draw(on: &canvas, &generator) }
      #expect(frame.faults == [], "seed \(seed), round \(round)")
      for point in changes(from: before, to: frame) where !area.contains(point) {
        // Only the other half of a wide glyph that was cut at the edge, which is blank then.
        let isNeighbour =
          area.contains(Point(column: point.column + 1, row: point.row))
          || area.contains(Point(column: point.column - 1, row: point.row))
        #expect(
          isNeighbour && frame.row(point.row)[point.column].glyph == 0x20,
          "seed \(seed), round \(round): \(point) outside of \(area)")
      }
    }
  }

  private func changes(from old: FrameBuffer, to new: FrameBuffer) -> [Point] {
    var points: [Point] = []
    for row in 0..<old.size.rows {
      for column in 0..<old.size.columns where old.row(row)[column] != new.row(row)[column] {
        points.append(Point(column: column, row: row))
      }
    }
    return points
  }
}
