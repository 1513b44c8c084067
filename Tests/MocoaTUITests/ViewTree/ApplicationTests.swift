import Testing

@testable import MocoaTUI

@MainActor @Suite struct ApplicationTests {
  let stage: Stage
  let view = ProbeView("a")

  init() throws {
    stage = try Stage(columns: 4, rows: 2)
    stage.show(view)
  }

  @Test func aBatchOfInputIsOneFrame() {
    let frames = stage.terminal.frameCount
    view.takes = { [view] _ in
      view.setNeedsDisplay()
      return true
    }
    stage.type("abcdef\u{1B}[A\u{1B}[<64;1;1M")
    #expect(view.handledKeys.count == 7)
    #expect(stage.terminal.frameCount == frames + 1)
  }

  @Test("39: views have their sizes when rows are prepared for the first frame")
  func preparation() throws {
    let terminal = ScriptedTerminal(columns: 20, rows: 5)
    let application = Application(terminal: terminal)
    let view = ProbeView("b")
    application.root.addSubview(view)
    var size: Size?
    let status = try application.run(beforeFirstFrame: {
      size = view.frame.size
      application.quit(status: 3)
    })
    #expect(size == Size(columns: 20, rows: 5) && status == 3)
    #expect(terminal.frameCount == 0)
  }

  @Test("A9: characters of one read of input are one change of the text")
  func aPasteWithoutBracketsIsOneChange() throws {
    let stage = try Stage(columns: 20, rows: 1)
    let field = TextField()
    var changes: [String] = []
    var submitted: [String] = []
    field.onChange = { changes.append($0) }
    field.onSubmit = { submitted.append($0) }
    stage.show(field)
    stage.type(String(repeating: "a", count: 500))
    #expect(changes == [String(repeating: "a", count: 500)])
    changes = []
    // Other keys see the text before them.
    stage.type("\u{15}bcd\u{7F}\u{1B}[De\rf")
    #expect(changes == ["", "bcd", "bc", "bec", "befc"] && submitted == ["bec"])
  }

  @Test("A9: a bracketed paste is one change of the text, whatever its reads")
  func aPasteIsOneChange() throws {
    let stage = try Stage(columns: 20, rows: 1)
    let field = TextField()
    var changes: [String] = []
    field.onChange = { changes.append($0) }
    stage.show(field)
    let text = String(repeating: "abc ", count: 500)
    for part in ["\u{1B}[200~" + text, text, text + "\u{1B}[201~"] { stage.type(part) }
    #expect(changes == [text + text + text])
  }

  @Test func inputThatChangesNothingMakesNoFrame() {
    let frames = stage.terminal.frameCount
    stage.type("xyz")
    #expect(stage.terminal.frameCount == frames)
  }

  @Test func aLoneEscapeIsAKeyAfterAWhile() {
    let application = stage.application
    stage.type("\u{1B}")
    #expect(view.handledKeys == [])
    application.settleInput(at: .now)
    #expect(view.handledKeys == [], "its patience has not come to an end")
    application.settleInput(at: .now + stage.application.inputPatience * 2)
    #expect(view.handledKeys == [.escape])
    stage.type("\u{1B}")
    stage.type("[A")
    application.settleInput(at: .now + stage.application.inputPatience * 2)
    #expect(view.handledKeys == [.escape, .up])
    #expect(application.inputDeadline == nil)
  }

  @Test func unhandledKeysGoToTheApplication() {
    var keys: [Key] = []
    stage.application.unhandledKey = {
      keys.append($0)
      return $0 == Key("c", .control)
    }
    stage.press("x", Key("c", .control))
    #expect(keys == ["x", Key("c", .control)])
    #expect(stage.application.exitStatus == nil)
    stage.application.unhandledKey = nil
    stage.press(Key("c", .control))
    #expect(stage.application.exitStatus == 130)
  }

  @Test func theFirstExitStatusCounts() {
    stage.application.quit(status: 3)
    stage.application.quit(status: 4)
    #expect(stage.application.exitStatus == 3)
  }

  @Test func theEndOfInputEndsTheProgram() {
    stage.terminal.hangUp()
    stage.application.handleInput()
    #expect(stage.application.exitStatus == 129)
  }

  @Test func aKeyLeavesTheMouseToTheTerminalAndTakesItBack() {
    stage.press(.alt("m"))
    #expect(!stage.terminal.isMouseReportingEnabled)
    stage.press(.function(9))
    #expect(stage.terminal.isMouseReportingEnabled)
  }

  @Test func redrawingSendsEverythingAgain() {
    stage.press(Key("l", .control))
    #expect(stage.terminal.changedCellCount == 8)
    #expect(view.draws == 2)
  }

  @Test func aThemeIsAFrame() {
    let frames = stage.terminal.frameCount
    stage.application.theme = .dark
    stage.application.renderIfNeeded()
    #expect(stage.terminal.frameCount == frames)
    stage.application.theme = .light
    stage.application.renderIfNeeded()
    #expect(stage.terminal.frameCount == frames + 1)
  }

  @Test(arguments: [(0, 0), (0, 5), (5, 0), (1, 1), (200, 100)])
  func anySizeIsDrawn(columns: Int, rows: Int) {
    stage.resize(columns: columns, rows: rows)
    #expect(stage.lines == Array(repeating: String(repeating: "a", count: columns), count: rows))
    #expect(view.frame.size == Size(columns: columns, rows: rows))
  }

  @Test func resumingDrawsAWholeFrame() {
    stage.press(Key("z", .control))
    #expect(view.draws == 2)
    #expect(stage.lines == ["aaaa", "aaaa"])
  }
}

@MainActor @Suite struct TimerTests {
  let stage: Stage

  init() throws { stage = try Stage(columns: 4, rows: 2) }

  /// The moment from which the timers of a test count, but for what making them took.
  private var start: ContinuousClock.Instant { .now }

  private var application: Application { stage.application }

  @Test func timersFireInTheirOrderAndOnce() {
    var fired: [Int] = []
    application.schedule(after: .seconds(30)) { fired.append(30) }
    application.schedule(after: .seconds(10)) { fired.append(10) }
    application.schedule(after: .seconds(20)) { fired.append(20) }
    application.fireTimers(at: start + .seconds(5))
    #expect(fired == [])
    application.fireTimers(at: start + .seconds(25))
    #expect(fired == [10, 20])
    application.fireTimers(at: start + .seconds(99))
    application.fireTimers(at: start + .seconds(99))
    #expect(fired == [10, 20, 30])
    #expect(application.timers.next == nil)
  }

  @Test func timersOfOneMomentFireInTheOrderTheyWereMade() {
    var fired: [Int] = []
    var queue = TimerQueue()
    let start = start
    for number in 0..<5 {
      queue.add(at: start, token: TimerToken()) { fired.append(number) }
    }
    while let body = queue.takeNext(at: start) { body() }
    #expect(fired == [0, 1, 2, 3, 4])
  }

  @Test func aCancelledTimerDoesNotFire() {
    var fired: [Int] = []
    var second: TimerToken?
    application.schedule(after: .seconds(1)) {
      fired.append(1)
      second?.cancel()
    }
    second = application.schedule(after: .seconds(2)) { fired.append(2) }
    let third = application.schedule(after: .seconds(3)) { fired.append(3) }
    third.cancel()
    // Cancelled by one that fires in the same moment, too.
    application.fireTimers(at: start + .seconds(9))
    #expect(fired == [1])
  }

  @Test func aCancelledTimerWakesNoThread() {
    let token = application.schedule(after: .seconds(1)) {}
    token.cancel()
    #expect(application.timers.next == nil)
  }

  @Test func aTimerMadeByATimerWaitsForItsTime() {
    var fired: [Int] = []
    application.schedule(after: .zero) { [application] in
      fired.append(1)
      application.schedule(after: .seconds(5)) { fired.append(2) }
    }
    application.fireTimers(at: .now)
    #expect(fired == [1])
    application.fireTimers(at: .now + .seconds(6))
    #expect(fired == [1, 2])
  }
}

@MainActor @Suite struct KeyTableTests {
  @Test func noKeyOfATableIsClaimedTwice() {
    let tables = [TableView.defaultKeyMap, PagerView.defaultKeyMap, PagerPage.defaultKeyMap]
    for table in tables {
      #expect(table.conflicts == [])
      for binding in table.bindings {
        #expect(!binding.keys.isEmpty && !binding.help.isEmpty, "\(binding.name)")
        #expect(table.keys(for: binding.name) == binding.keys)
        for key in binding.keys {
          #expect(table.bindings(of: key).map(\.name) == [binding.name])
        }
      }
    }
  }

  @Test func aTablePerformsWhatItsKeysSay() {
    let table = TableView()
    // Without columns, actions of rows and marks, these are left to the superview.
    let left = ["scroll-left", "scroll-right", "row-actions"]
    for binding in TableView.defaultKeyMap.bindings {
      #expect(
        table.perform(binding.name) != (left.contains(binding.name) || binding.isMark),
        "\(binding.name)")
    }
  }
}

extension KeyMap.Binding {
  fileprivate var isMark: Bool { name.contains("mark") }
}
