import Foundation
import MocoaSystem
import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// What is drawn is what ncurses has on its screen.
///
/// The screen is /dev/null, of 80 × 24. ncurses is one global, so these take turns.
@MainActor @Suite(.serialized) struct NcursesTerminalTests {
  private func withTerminal(
    _ name: String = "xterm-256color", usesColors: Bool = true, promisesTrueColor: Bool = false,
    descriptor: Int32 = open("/dev/null", O_RDWR | O_CLOEXEC),
    _ body: (NcursesTerminal) throws -> Void
  ) throws {
    let terminal = NcursesTerminal(
      name: name, usesColors: usesColors, promisesTrueColor: promisesTrueColor)
    try terminal.start(on: TerminalDevice(descriptor: descriptor))
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
        let look = theme[style.style].overlaid(with: style.overlay.map { theme[$0] } ?? TextStyle())
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
      let pane = Pane(frame: Rect(origin: .zero, size: terminal.size))
      let frame = pane.buffer
      let canvas = Canvas(frame)
      canvas.draw("plain, wide 日本, joined e\u{301}क\u{93F}, emoji 👩", at: .zero)
      canvas.draw("styles", at: Point(column: 3, row: 1), style: .title)
      canvas.draw("color", at: Point(column: 3, row: 2), style: .number)
      canvas.draw("own", at: Point(column: 3, row: 3), style: .custom(TextStyle(background: .red)))
      canvas.overlay(Rect(column: 0, row: 2, columns: 80, rows: 1), style: .cursorRow)
      canvas.draw("日", at: Point(column: 78, row: 23))
      canvas.box(Rect(column: 20, row: 4, columns: 9, rows: 4), title: "日本")
      pane.present(on: terminal, theme: .dark, cursor: nil)
      expectShown(frame, on: terminal)
      #expect(terminal.shownCell(at: Point(column: 3, row: 1))?.text == "s")
      #expect(terminal.shownCell(at: Point(column: 3, row: 1))?.attributes == .bold)
      #expect(terminal.shownCell(at: Point(column: 3, row: 2))?.background == 24)
      #expect(terminal.shownCell(at: Point(column: 3, row: 3))?.background == 1)
      #expect(terminal.shownCell(at: Point(column: 80, row: 0)) == nil)
    }
  }

  @Test(
    "40: text is struck through where the entry of the terminal says how, in its own colors",
    arguments: [
      ("xterm-256color", true, 1 << 24), ("xterm-256color", false, 256), ("xterm", false, 8),
      ("linux", false, 8),
    ])
  func strikethrough(name: String, promisesTrueColor: Bool, colorCount: Int) throws {
    let isStruck = name != "linux"
    let path = NSTemporaryDirectory() + "screen-\(UInt64.random(in: 0...(.max)))"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try withTerminal(name, promisesTrueColor: promisesTrueColor, descriptor: file) { terminal in
      #expect(terminal.palette.colorCount == colorCount)
      let pane = Pane(frame: Rect(origin: .zero, size: terminal.size))
      let canvas = Canvas(pane.buffer)
      let link = "\u{1B}]8;;http://x\u{7}link\u{1B}]8;;\u{7}"
      canvas.draw("\u{1B}[9mdone\u{1B}[m open \(link)", at: .zero)
      pane.present(on: terminal, theme: .dark, cursor: nil)
      #expect(
        terminal.shownCell(at: .zero)?.attributes == (isStruck ? .strikethrough : []))
    }
    let sent = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    #expect(sent.contains("\u{1B}[0;9mdone") == isStruck)
    #expect(sent.contains("open link") && !sent.contains("\u{1B}]8") && !sent.contains("http"))
  }

  @Test(
    "40: line drawing, in which a program has left the terminal, is ended at the start and the end",
    arguments: [("xterm", false, 2), ("screen", true, 2), ("linux", false, 0)])
  func lineDrawing(name: String, promisesTrueColor: Bool, count: Int) throws {
    let path = NSTemporaryDirectory() + "screen-\(UInt64.random(in: 0...(.max)))"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try withTerminal(name, promisesTrueColor: promisesTrueColor, descriptor: file) { _ in }
    let sent = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    #expect(sent.ranges(of: TerminalModes.ascii).count == count)
    // The screen of the shell is restored with its character set.
    let end = sent.components(separatedBy: "\u{1B}[?1049l").last
    #expect(count == 0 || end?.contains(TerminalModes.ascii) == true)
  }

  @Test(arguments: 0..<(isLongRun ? 8 : 3) as Range<UInt64>)
  func anySequenceOfFramesArrives(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let texts = ["a", "word", "日本語", "e\u{301}", "x日", "a longer text with 漢字 in it", "😀👍🏽"]
    let styles: [StyleName] = [
      .body, .title, .number, .match, .custom(TextStyle(foreground: .green)),
    ]
    try withTerminal { terminal in
      let pane = Pane(frame: Rect(origin: .zero, size: terminal.size))
      let frame = pane.buffer
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
        pane.present(on: terminal, theme: step < 30 ? .dark : .light, cursor: nil)
        expectShown(
          frame, on: terminal, theme: step < 30 ? .dark : .light, "seed \(seed), step \(step)")
      }
    }
  }

  @Test func everyWidthThatTheLibraryDisputesIsReplaced() throws {
    // Whatever width our table gives a character, what follows it stays in its column.
    try withTerminal { terminal in
      let pane = Pane(frame: Rect(origin: .zero, size: terminal.size))
      let frame = pane.buffer
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
        pane.present(on: terminal, theme: .dark, cursor: nil)
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
        let pane = Pane(frame: Rect(origin: .zero, size: terminal.size))
        let frame = pane.buffer
        Canvas(frame).draw("row", at: .zero, style: .number)
        Canvas(frame).overlay(Rect(column: 0, row: 0, columns: 80, rows: 1), style: .cursorRow)
        pane.present(on: terminal, theme: .dark, cursor: nil)
        let cell = terminal.shownCell(at: .zero)
        #expect(
          cell
            == ShownCell(text: "r", attributes: .reverse, foreground: -1, background: -1), "\(name)"
        )
      }
    }
  }

  /// defect T8: all combinations of eight colors and the terminal's own, each in a later frame
  /// than those that are on the screen already.
  @Test func colorsOfTextThatIsShownNeverChange() throws {
    try withTerminal("linux") { terminal in
      let pane = Pane(frame: Rect(origin: .zero, size: terminal.size))
      let frame = pane.buffer
      let colors: [Color?] = [nil] + (0..<8).map { .palette(UInt8($0)) }
      for (row, background) in colors.enumerated() {
        for (column, foreground) in colors.enumerated() {
          Canvas(frame).draw(
            "x", at: Point(column: column, row: row),
            style: .custom(TextStyle(foreground: foreground, background: background)))
          pane.present(on: terminal, theme: .dark, cursor: nil)
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
        let pane = Pane(frame: Rect(origin: .zero, size: terminal.size))
        let frame = pane.buffer
        let look = TextStyle(foreground: .rgb(1, 2, 3), background: .palette(24))
        Canvas(frame).draw("x", at: .zero, style: .custom(look))
        pane.present(on: terminal, theme: .dark, cursor: nil)
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

  @Test func terminalsThatAreNotStartedAreLeftAlone() {
    let terminal = NcursesTerminal(name: "xterm", usesColors: true, promisesTrueColor: false)
    let pane = Pane(frame: Rect(column: 0, row: 0, columns: 3, rows: 3))
    pane.present(on: terminal, theme: .dark)
    pane.removeSurface()
    terminal.stop()
    terminal.suspend()
    #expect(terminal.shownCell(at: .zero) == nil)
  }

  @Test func anotherFrameHasItsOwnNumbers() throws {
    try withTerminal { terminal in
      for styles in [[StyleName.title, .number], [.number, .title], [.date, .match]] {
        let pane = Pane(frame: Rect(origin: .zero, size: terminal.size))
        let frame = pane.buffer
        for (index, style) in styles.enumerated() {
          let text = style == .title ? "e\u{301}" : "o\u{308}"
          Canvas(frame).draw(text, at: Point(column: index, row: 0), style: style)
        }
        pane.present(on: terminal, theme: .dark, cursor: nil)
        expectShown(frame, on: terminal)
      }
    }
  }

  @Test func startsAgainAndAgain() throws {
    for round in 0..<20 {
      try withTerminal { terminal in
        let pane = Pane(frame: Rect(origin: .zero, size: terminal.size))
        let frame = pane.buffer
        Canvas(frame).draw("round \(round)", at: .zero, style: .title)
        pane.present(on: terminal, theme: .dark, cursor: Point(column: 1, row: 1))
        expectShown(frame, on: terminal)
      }
    }
  }

  /// The model of `Compositor` is right where ncurses agrees with it, cell by cell: overlapping
  /// panes that come, go, scroll and change places, with wide glyphs at every border.
  @Test(arguments: 0..<(isLongRun ? 24 : 6) as Range<UInt64>)
  func ncursesPaintsPanesAsTheCompositorDoes(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let texts = [
      "a", "日本語", "e\u{301}", "x日x日", "漢字 and more 漢字", "😀👍🏽", "🇫🇷日", "\u{301}x日",
      "\u{200D}日\u{200D}", "🇫x🇷", "x\u{FE0F}日\u{FE0F}", "\u{200B}y日\u{200B}", "日\u{301}\u{302}",
    ]
    let styles: [StyleName] = [.body, .title, .match, .custom(TextStyle(foreground: .green))]
    try withTerminal { terminal in
      let scripted = ScriptedTerminal(size: terminal.size)
      var (panes, twins): ([Pane], [Pane]) = ([], [])
      let table = StyleTable()
      for step in 0..<60 {
        if panes.count < 2 || panes.count < 6 && step % 5 == 0 {
          let (left, top) = (
            Int.random(in: 0..<79, using: &generator), Int.random(in: 0..<23, using: &generator)
          )
          var frame = Rect(
            column: left, row: top, columns: Int.random(in: 1...80 - left, using: &generator),
            rows: Int.random(in: 1...24 - top, using: &generator))
          // Some are as wide as the screen.
          if seed % 2 == 0, step % 3 > 0 {
            frame = Rect(column: 0, row: top, columns: 80, rows: frame.rows)
          }
          panes.append(Pane(frame: frame, styles: table))
          twins.append(Pane(frame: frame, styles: table))
        } else if step % 7 == 0 {
          let index = Int.random(in: panes.indices, using: &generator)
          panes.remove(at: index).removeSurface()
          twins.remove(at: index).removeSurface()
        } else if step % 3 == 0, let first = panes.first, let twin = twins.first {
          panes = Array(panes.dropFirst()) + [first]
          twins = Array(twins.dropFirst()) + [twin]
        }
        for index in panes.indices {
          let shift = Int.random(in: -3...3, using: &generator)
          for pane in [panes[index], twins[index]] where step % 4 == 0 || seed % 2 == 0 {
            pane.canvas.scroll(by: shift, style: .body)
          }
          let point = Point(
            column: Int.random(in: -3..<panes[index].frame.columns, using: &generator),
            row: Int.random(in: 0..<panes[index].frame.rows, using: &generator))
          let text = texts.randomElement(using: &generator) ?? ""
          let style = styles.randomElement(using: &generator) ?? .body
          for pane in [panes[index], twins[index]] {
            pane.canvas.draw(text, at: point, style: style)
          }
        }
        terminal.order(panes.map { $0.surface(on: terminal) })
        scripted.order(twins.map { $0.surface(on: scripted) })
        for pane in panes + twins { pane.write() }
        terminal.present(cursor: nil)
        scripted.present(cursor: nil)
        let frame = try #require(scripted.frame)
        expectShown(frame, on: terminal, "seed \(seed), step \(step)")
      }
    }
  }

  @Test func wideGlyphsInTheLastColumnAndCellArrive() throws {
    try withTerminal { terminal in
      let pane = Pane(frame: Rect(column: 70, row: 20, columns: 10, rows: 4))
      for row in 0..<4 { pane.canvas.draw("日", at: Point(column: 8, row: row)) }
      pane.canvas.draw("日", at: Point(column: 9, row: 0))
      pane.present(on: terminal, theme: .dark)
      #expect(terminal.shownCell(at: Point(column: 78, row: 23))?.text == "日")
      // No glyph is halved: where one does not fit there is an ellipsis.
      #expect(terminal.shownCell(at: Point(column: 79, row: 20))?.text == "…")
    }
  }

  /// defect T9: where the locale has single bytes alone, ncurses would leave the cells blank.
  @Test func linesAndArrowsHaveSubstitutesInASCII() throws {
    try withTerminal { terminal in
      terminal.isUnicode = false
      setlocale(LC_CTYPE, "C")
      defer { setlocale(LC_CTYPE, "C.UTF-8") }
      let pane = Pane(frame: Rect(column: 0, row: 0, columns: 8, rows: 2))
      pane.canvas.draw("│─…×▲日", at: .zero)
      pane.present(on: terminal, theme: .dark)
      let row = (0..<7).compactMap { terminal.shownCell(at: Point(column: $0, row: 0))?.text }
      #expect(row.joined() == "|-~x^? ")
    }
  }

  @Test func panesAreWindowsThatComeAndGoWithTheirViews() throws {
    try withTerminal { terminal in
      let application = Application(terminal: terminal)
      try application.start()
      let page = ProbeView("p")
      let pane = ProbeView("x", frame: Rect(column: 2, row: 1, columns: 5, rows: 3))
      pane.isPane = true
      page.addSubview(pane)
      application.root.addSubview(page)
      application.renderIfNeeded()
      #expect(terminal.windows.count == 2)
      #expect(terminal.shownCell(at: Point(column: 6, row: 3))?.text == "x")
      application.present(MessageOverlay(title: "a", text: "b"))
      application.renderIfNeeded()
      #expect(terminal.windows.count == 3)
      page.isHidden = true
      application.renderIfNeeded()
      #expect(terminal.windows.count == 2)
      #expect(terminal.shownCell(at: Point(column: 6, row: 3))?.text == " ")
      page.isHidden = false
      application.topOverlay?.dismiss()
      application.renderIfNeeded()
      #expect(terminal.shownCell(at: Point(column: 6, row: 3))?.text == "x")
      page.removeFromSuperview()
      application.renderIfNeeded()
      #expect(terminal.windows.count == 1)
      application.stop()
      #expect(terminal.windows.isEmpty)
    }
  }

  /// What is shown after each of 300 resizes, with overlays that come and go, is what is shown in
  /// memory; `resizeterm` has moved no window that is still used.
  @Test func resizesWithOverlaysOpenAreDrawnAsInMemory() throws {
    let device = try DrainedTerminal()
    try withTerminal(descriptor: device.descriptor) { terminal in
      let scripted = ScriptedTerminal(size: terminal.size)
      let applications = [Application(terminal: terminal), Application(terminal: scripted)]
      for application in applications {
        let split = SplitView(.horizontal) { [ProbeView("p"), Label("日本語 x日x日")] }
        application.root.addSubview(SplitView(.vertical) { [split, StatusBar()] })
        try application.start()
      }
      for round in 0..<300 {
        let size = Size(columns: 1 + round * 7 % 90, rows: 1 + round * 5 % 40)
        device.resize(to: size)
        scripted.resize(to: size)
        for application in applications {
          if round % 3 == 0 { application.present(MessageOverlay(title: "日本", text: "b")) }
          if round % 7 == 0 { application.showHelp() }
          if round % 2 == 0 { application.topOverlay?.dismiss() }
          // Two signals may come of one change.
          for _ in 0...round % 2 { application.resize() }
          application.renderIfNeeded()
        }
        expectShown(try #require(scripted.frame), on: terminal, "\(round): \(size)")
      }
      applications[0].stop()
      #expect(terminal.windows.isEmpty)
    }
  }

  /// A signal without a change of size sends the screen again, and draws nothing.
  @Test func aResizeToTheSameSizeKeepsTheWindows() throws {
    try withTerminal { terminal in
      let application = Application(terminal: terminal)
      let view = ProbeView("x")
      application.root.addSubview(view)
      try application.start()
      application.renderIfNeeded()
      let windows = terminal.windows.mapValues(\.window)
      application.resize()
      application.renderIfNeeded()
      #expect(terminal.windows.mapValues(\.window) == windows && view.draws == 1)
      application.stop()
    }
  }

  /// What a new window and a scroll leave blank looks like the body of the theme.
  @Test func aBodyWithABackgroundIsSeenWhereNothingIsWritten() throws {
    let theme = Theme.dark.replacing(["body": TextStyle(background: .palette(17))])
    let other = Theme.dark.replacing([
      "body": TextStyle(foreground: .palette(1), background: .green)
    ])
    try withTerminal { terminal in
      let pane = Pane(frame: Rect(column: 0, row: 0, columns: 80, rows: 24))
      pane.canvas.draw("first", at: .zero)
      pane.present(on: terminal, theme: theme)
      expectShown(pane.buffer, on: terminal, theme: theme)
      for (theme, shift) in [(theme, -1), (other, 2), (.dark, -3)] {
        pane.canvas.scroll(by: shift, style: .body)
        pane.canvas.draw("next", at: Point(column: 3, row: 5))
        pane.present(on: terminal, theme: theme)
        expectShown(pane.buffer, on: terminal, theme: theme, "\(shift)")
      }
    }
  }

  /// `newwin` would make an empty window as large as the screen.
  @Test func anEmptyPaneHasNoWindow() throws {
    try withTerminal { terminal in
      let application = Application(terminal: terminal)
      try application.start()
      let pane = ProbeView("x", frame: Rect(column: 2, row: 1, columns: 0, rows: 3))
      pane.isPane = true
      let page = View()
      page.addSubview(pane)
      application.root.addSubview(page)
      for frame in [
        pane.frame, Rect(column: 2, row: 1, columns: 5, rows: 0),
        Rect(column: 200, row: 1, columns: 5, rows: 3),
        Rect(column: -9, row: 1, columns: 5, rows: 3),
      ] {
        pane.frame = frame
        application.renderIfNeeded()
        #expect(terminal.windows.count == 1, "\(frame)")
        #expect(terminal.shownCell(at: Point(column: 79, row: 23))?.text == " ")
      }
      pane.frame = Rect(column: 76, row: 22, columns: 9, rows: 9)
      application.renderIfNeeded()
      #expect(terminal.windows.count == 2)
      #expect(terminal.shownCell(at: Point(column: 79, row: 23))?.text == "x")
    }
  }

  /// Each window that is refreshed would bring its own cursor.
  @Test func theTextCursorIsWhereRequestedWhateverIsWritten() throws {
    try withTerminal { terminal in
      let table = StyleTable()
      let panes = [0, 10].map {
        Pane(frame: Rect(column: 0, row: $0, columns: 80, rows: 5), styles: table)
      }
      terminal.order(panes.map { $0.surface(on: terminal) })
      for row in 0..<5 {
        for pane in panes { pane.canvas.draw("\(row)", at: Point(column: 40, row: row)) }
        for pane in panes { pane.write() }
        let cursor = Point(column: 3 + row, row: 2)
        terminal.present(cursor: cursor)
        #expect(terminal.shownCursor == cursor)
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
  /// The cell without what a blank does not show: weight, slant, and the color of its text.
  fileprivate var seen: ShownCell {
    guard text == " " else { return self }
    var cell = self
    cell.attributes.formIntersection([.underline, .reverse, .strikethrough])
    if cell.attributes.isEmpty { cell.foreground = -1 }
    return cell
  }
}

/// A pseudo-terminal that reads, and forgets, whatever is written to it.
private final class DrainedTerminal {
  /// The end that a program uses, and closes.
  let descriptor: Int32
  private let master: Int32

  init() throws {
    var (master, descriptor): (Int32, Int32) = (-1, -1)
    try #require(openpty(&master, &descriptor, nil, nil, nil) == 0)
    (self.master, self.descriptor) = (master, descriptor)
    resize(to: Size(columns: 80, rows: 24))
    Thread.detachNewThread { [master] in
      var bytes = [UInt8](repeating: 0, count: 4_096)
      while read(master, &bytes, bytes.count) > 0 {}
      close(master)
    }
  }

  func resize(to size: Size) {
    var window = winsize(
      ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &window)
  }
}
