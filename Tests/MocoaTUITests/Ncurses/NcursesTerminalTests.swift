import Foundation
import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// What is drawn is what ncurses has on its screen.
///
/// The screen is /dev/null, of 80 × 24. ncurses is one global, so these take turns.
@MainActor @Suite(.serialized) struct NcursesTerminalTests {
  private func withTerminal(
    _ name: String = "xterm-256color", usesColors: Bool = true, promisesTrueColor: Bool = false,
    _ body: (NcursesTerminal) throws -> Void
  ) throws {
    let terminal = NcursesTerminal(
      name: name, usesColors: usesColors, promisesTrueColor: promisesTrueColor)
    try terminal.start(on: TerminalDevice(descriptor: open("/dev/null", O_RDWR | O_CLOEXEC)))
    defer { terminal.stop() }
    try body(terminal)
  }

  /// Expects that every cell is on the screen as it was drawn.
  private func expectShown(
    _ frame: FrameBuffer, on terminal: NcursesTerminal, theme: Theme = .dark,
    _ comment: Comment = "", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for row in 0..<frame.size.rows {
      for column in 0..<frame.size.columns {
        let cell = frame.row(row)[column]
        guard !cell.isContinuation else { continue }
        let place = Point(column: column, row: row)
        let cluster = frame.cluster(of: cell.glyph)
        var text = ""
        for index in 0..<cluster.count {
          text.unicodeScalars.append(Unicode.Scalar(cluster.scalars[index]) ?? "?")
        }
        let style = frame.style(at: place)
        let look = theme[style.style].overlaid(with: style.overlay.map { theme[$0] } ?? Look())
        let expected = ShownCell(
          text: text, attributes: look.attributes,
          foreground: look.foreground?.index(of: 256) ?? -1,
          background: look.background?.index(of: 256) ?? -1)
        let shown = terminal.shownCell(at: place)
        guard shown?.seen != expected.seen else { continue }
        #expect(shown?.seen == expected.seen, "\(place) \(comment)", sourceLocation: sourceLocation)
        return
      }
    }
  }

  @Test func textAndStylesArrive() throws {
    try withTerminal { terminal in
      #expect(terminal.size == Size(columns: 80, rows: 24))
      let frame = FrameBuffer(size: terminal.size)
      let canvas = Canvas(frame)
      canvas.draw("plain, wide 日本, joined e\u{301}क\u{93F}, emoji 👩", at: .zero)
      canvas.draw("styles", at: Point(column: 3, row: 1), style: .title)
      canvas.draw("colour", at: Point(column: 3, row: 2), style: .number)
      canvas.draw("own", at: Point(column: 3, row: 3), style: .custom(Look(background: .red)))
      canvas.overlay(Rect(column: 0, row: 2, columns: 80, rows: 1), style: .cursorRow)
      canvas.draw("日", at: Point(column: 78, row: 23))
      canvas.box(Rect(column: 20, row: 4, columns: 9, rows: 4), title: "日本")
      terminal.present(frame, theme: .dark, cursor: nil)
      expectShown(frame, on: terminal)
      #expect(terminal.shownCell(at: Point(column: 3, row: 1))?.text == "s")
      #expect(terminal.shownCell(at: Point(column: 3, row: 1))?.attributes == .bold)
      #expect(terminal.shownCell(at: Point(column: 3, row: 2))?.background == 24)
      #expect(terminal.shownCell(at: Point(column: 3, row: 3))?.background == 1)
      #expect(terminal.shownCell(at: Point(column: 80, row: 0)) == nil)
    }
  }

  @Test(arguments: 0..<8)
  func anySequenceOfFramesArrives(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let texts = ["a", "word", "日本語", "e\u{301}", "x日", "a longer text with 漢字 in it", "😀👍🏽"]
    let styles: [Style] = [.body, .title, .number, .match, .custom(Look(foreground: .green))]
    try withTerminal { terminal in
      let frame = FrameBuffer(size: terminal.size)
      for step in 0..<60 {
        let canvas = Canvas(frame)
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
          let point = Point(
            column: Int.random(in: -3..<80, using: &generator),
            row: Int.random(in: 0..<24, using: &generator))
          canvas.draw(
            texts.randomElement(using: &generator) ?? "", at: point,
            style: styles.randomElement(using: &generator) ?? .body)
        }
        if step % 7 == 0 {
          let row = Int.random(in: 0..<24, using: &generator)
          canvas.overlay(Rect(column: 0, row: row, columns: 80, rows: 1), style: .cursorRow)
        }
        if step % 11 == 0 { terminal.invalidate() }
        terminal.present(frame, theme: step < 30 ? .dark : .light, cursor: nil)
        expectShown(
          frame, on: terminal, theme: step < 30 ? .dark : .light, "seed \(seed), step \(step)")
      }
    }
  }

  @Test func everyWidthThatTheLibraryDisputesIsReplaced() throws {
    // Whatever width our table gives a character, what follows it stays in its column.
    try withTerminal { terminal in
      let frame = FrameBuffer(size: terminal.size)
      var scalars = (0xA0..<0x2_0000).filter { CharacterClass(of: $0) != .joining }
        .compactMap(Unicode.Scalar.init)
      while !scalars.isEmpty {
        let canvas = Canvas(frame)
        canvas.clear()
        for row in 0..<24 {
          for column in stride(from: 0, to: 78, by: 3) {
            guard let scalar = scalars.popLast() else { continue }
            canvas.draw(String(scalar), at: Point(column: column, row: row))
            canvas.draw("|", at: Point(column: column + 2, row: row))
          }
        }
        terminal.present(frame, theme: .dark, cursor: nil)
        for row in 0..<24 {
          for column in stride(from: 0, to: 78, by: 3) where !scalars.isEmpty {
            let bar = terminal.shownCell(at: Point(column: column + 2, row: row))
            guard bar?.text != "|" else { continue }
            Issue.record("\(frame.lines[row]) shifts at \(column)")
            return
          }
        }
      }
    }
  }

  @Test func withoutColorsTheCursorRowIsReversed() throws {
    for (name, usesColors) in [("xterm-256color", false), ("vt100", true)] {
      try withTerminal(name, usesColors: usesColors) { terminal in
        let frame = FrameBuffer(size: terminal.size)
        Canvas(frame).draw("row", at: .zero, style: .number)
        Canvas(frame).overlay(Rect(column: 0, row: 0, columns: 80, rows: 1), style: .cursorRow)
        terminal.present(frame, theme: .dark, cursor: nil)
        let cell = terminal.shownCell(at: .zero)
        #expect(
          cell
            == ShownCell(text: "r", attributes: .reverse, foreground: -1, background: -1), "\(name)"
        )
      }
    }
  }

  /// defect T8: all combinations of eight colours and the terminal's own, each in a later frame than
  /// those that are on the screen already.
  @Test func colorsOfTextThatIsShownNeverChange() throws {
    try withTerminal("linux") { terminal in
      let frame = FrameBuffer(size: terminal.size)
      let colors: [Color?] = [nil] + (0..<8).map { .palette(UInt8($0)) }
      for (row, background) in colors.enumerated() {
        for (column, foreground) in colors.enumerated() {
          Canvas(frame).draw(
            "x", at: Point(column: column, row: row),
            style: .custom(Look(foreground: foreground, background: background)))
          terminal.present(frame, theme: .dark, cursor: nil)
        }
      }
      for row in colors.indices {
        for column in colors.indices {
          let cell = try #require(terminal.shownCell(at: Point(column: column, row: row)))
          #expect(cell.foreground == Int32(column) - 1 && cell.background == Int32(row) - 1)
        }
      }
    }
  }

  @Test func unknownTerminalsAndTrueColorUseTheEmbeddedEntry() throws {
    for (name, promise) in [("no-such-terminal", false), ("xterm-256color", true)] {
      try withTerminal(name, promisesTrueColor: promise) { terminal in
        #expect(terminal.palette.colorCount == 1 << 24)
        let frame = FrameBuffer(size: terminal.size)
        let look = Look(foreground: .rgb(1, 2, 3), background: .palette(24))
        Canvas(frame).draw("x", at: .zero, style: .custom(look))
        terminal.present(frame, theme: .dark, cursor: nil)
        let cell = terminal.shownCell(at: .zero)
        #expect(cell?.foreground == 0x010203)
        #expect(cell?.background == 24)
      }
    }
    #expect(ProcessInfo.processInfo.environment["TERMINFO"]?.hasPrefix("b64:") != true)
  }

  @Test func terminalsThatOnlyPrintAreRefused() {
    for name in ["", "dumb"] {
      let terminal = NcursesTerminal(name: name, usesColors: true, promisesTrueColor: false)
      #expect(throws: TerminalError.dumbTerminal(name)) { try terminal.start() }
    }
  }

  @Test func framesOfAnotherSizeAndTerminalsThatAreNotStartedAreLeftAlone() throws {
    let terminal = NcursesTerminal(name: "xterm", usesColors: true, promisesTrueColor: false)
    terminal.present(FrameBuffer(size: .zero), theme: .dark, cursor: nil)
    terminal.stop()
    terminal.suspend()
    #expect(terminal.shownCell(at: .zero) == nil)
    try withTerminal { terminal in
      let small = FrameBuffer(size: Size(columns: 3, rows: 3))
      Canvas(small).draw("x", at: .zero)
      terminal.present(small, theme: .dark, cursor: nil)
      #expect(terminal.shownCell(at: .zero)?.text == " ")
    }
  }

  @Test func anotherFrameHasItsOwnNumbers() throws {
    try withTerminal { terminal in
      for styles in [[Style.title, .number], [.number, .title], [.date, .match]] {
        let frame = FrameBuffer(size: terminal.size)
        for (index, style) in styles.enumerated() {
          let text = style == .title ? "e\u{301}" : "o\u{308}"
          Canvas(frame).draw(text, at: Point(column: index, row: 0), style: style)
        }
        terminal.present(frame, theme: .dark, cursor: nil)
        expectShown(frame, on: terminal)
      }
    }
  }

  @Test func startsAgainAndAgain() throws {
    for round in 0..<20 {
      try withTerminal { terminal in
        let frame = FrameBuffer(size: terminal.size)
        Canvas(frame).draw("round \(round)", at: .zero, style: .title)
        terminal.present(frame, theme: .dark, cursor: Point(column: 1, row: 1))
        expectShown(frame, on: terminal)
      }
    }
  }

  @Test func anApplicationRunsOnIt() throws {
    try withTerminal { terminal in
      let application = Application(terminal: terminal)
      try application.start()
      let view = ProbeView("a", frame: Rect(column: 0, row: 0, columns: 80, rows: 24))
      application.root.addSubview(view)
      application.renderIfNeeded()
      #expect(terminal.shownCell(at: Point(column: 79, row: 23))?.text == "a")
    }
  }
}

@Suite struct TerminalModesTests {
  @Test func base64() {
    for (text, expected) in [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("日本", "5pel5pys"),
    ] {
      #expect(TerminalModes.base64(text.utf8) == expected)
    }
    #expect(TerminalModes.copy("hi") == "\u{1B}]52;c;aGk=\u{07}")
  }

  @Test func restoringFitsIntoTheGuard() {
    // CTERMINAL_RESTORE_LIMIT of CTerminal.h
    #expect(TerminalModes.restore.utf8.count <= 1024)
  }
}

extension ShownCell {
  /// The cell without what a blank does not show: weight, slant, and the colour of its text.
  fileprivate var seen: ShownCell {
    guard text == " " else { return self }
    var cell = self
    cell.attributes.formIntersection([.underline, .reverse])
    if cell.attributes.isEmpty { cell.foreground = -1 }
    return cell
  }
}
