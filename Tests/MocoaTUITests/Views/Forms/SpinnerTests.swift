import MocoaTestSupport
import Observation
import Testing

@testable import MocoaTUI

@MainActor @Observable private final class Work {
  var isUnderWay = false
}

@MainActor @Suite struct SpinnerTests {
  private let work = Work()
  private let spinner: Spinner
  private let screen: ScreenDriver

  init() throws {
    spinner = Spinner("loading") { [work] in work.isUnderWay }
    screen = try ScreenDriver(columns: 12, rows: 1, showing: spinner)
  }

  /// Lets a timer fire that is due by then, and draws.
  private func wait(_ duration: Duration) {
    screen.application.fireTimers(at: .now + duration)
    screen.application.renderIfNeeded()
  }

  private var isTimed: Bool { screen.application.timers.next != nil }

  @Test func spinnerTurnsWhileWorkIsRunning() {
    screen.expect("")
    work.isUnderWay = true
    screen.expect("", "it waits before it appears")
    wait(Spinner.interval)
    screen.expect("⠋ loading")
    wait(Spinner.interval)
    screen.expect("⠙ loading")
    work.isUnderWay = false
    screen.expect("")
  }

  @Test func itRestartsEachTime() {
    for _ in 0..<2 {
      work.isUnderWay = true
      screen.expect("")
      wait(Spinner.interval)
      screen.expect("⠋ loading")
      work.isUnderWay = false
      screen.expect("")
    }
  }

  @Test func noTimerRunsWhileIdle() {
    #expect(!isTimed)
    work.isUnderWay = true
    screen.expect("")
    #expect(isTimed)
    work.isUnderWay = false
    screen.expect("")
    #expect(!isTimed)
    let count = screen.terminal.frameCount
    wait(.seconds(10))
    #expect(screen.terminal.frameCount == count)
  }

  @Test(arguments: [true, false]) func itHasNoTimerWhileHidden(isRemoved: Bool) {
    work.isUnderWay = true
    screen.expect("")
    if isRemoved { spinner.removeFromSuperview() } else { spinner.isHidden = true }
    wait(Spinner.interval)
    #expect(!isTimed)
    if isRemoved { screen.application.root.addSubview(spinner) } else { spinner.isHidden = false }
    wait(Spinner.interval)
    #expect(isTimed)
  }

  @Test func itHasOneTimerHoweverOftenItIsDrawn() {
    work.isUnderWay = true
    for _ in 0..<5 {
      spinner.setNeedsDisplay()
      screen.application.renderIfNeeded()
    }
    wait(Spinner.interval)
    screen.expect("⠋ loading")
  }
}
