import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// defect T1: the focus stays in the topmost layer, and on a view that can be seen.
@MainActor @Suite struct FocusTests {
  let stage: Stage

  init() throws { stage = try Stage(columns: 20, rows: 6) }

  private var application: Application { stage.application }

  private func probe(_ letter: Unicode.Scalar) -> ProbeView {
    let view = ProbeView(letter)
    view.isFocusable = true
    return view
  }

  /// A page with two views that take the focus.
  private final class TwoPage: Page {
    let (first, second) = (ProbeView("1"), ProbeView("2"))

    init() {
      super.init()
      for view in [first, second] {
        view.isFocusable = true
        addSubview(view)
      }
    }
  }

  private final class Dialog: OverlayView {
    let (first, second) = (ProbeView("a"), ProbeView("b"))

    override init(frame: Rect = .zero) {
      super.init(frame: frame)
      for view in [first, second] {
        view.isFocusable = true
        addSubview(view)
      }
    }
  }

  @Test func aPagePushedUnderAnOverlayGetsTheFocusWhenTheOverlayGoes() {
    let stack = application.show(TwoPage())
    let dialog = Dialog()
    application.present(dialog)
    let page = TwoPage()
    stack.push(page)
    #expect(application.focusedView === dialog.first)
    #expect(application.topOverlay === dialog)
    stage.press("x")
    #expect(page.first.handledKeys == [])
    #expect(dialog.first.handledKeys == ["x"])
    dialog.dismiss()
    #expect(application.focusedView === page.first)
  }

  @Test func aStackUnderAnOverlayIsDrawnBelowIt() {
    application.show(TwoPage())
    let dialog = Dialog()
    application.present(dialog)
    application.show(TwoPage())
    #expect(application.topOverlay === dialog)
    #expect(application.focusedView === dialog.first)
  }

  @Test func theFirstViewThatTakesTheFocusHasIt() {
    let page = TwoPage()
    application.show(page)
    #expect(application.focusedView === page.first)
  }

  @Test func aPageThatIsFilledLaterGivesTheFocusToItsFirstView() {
    let page = Page()
    application.show(page)
    #expect(application.focusedView === page)
    let view = probe("a")
    page.addSubview(view)
    application.renderIfNeeded()
    #expect(application.focusedView === view)
  }

  @Test func movingTheFocusStaysInTheOverlay() {
    application.show(TwoPage())
    let dialog = Dialog()
    application.present(dialog)
    var visited: [Bool] = []
    for _ in 0..<4 {
      application.moveFocus()
      visited.append(application.focusedView?.isPart(of: dialog) ?? false)
    }
    #expect(visited == [true, true, true, true])
    #expect(application.focusedView === dialog.first)
  }

  @Test func aViewBelowAnOverlayIsFocusedWhenTheOverlayGoes() {
    let page = TwoPage()
    application.show(page)
    let dialog = Dialog()
    application.present(dialog)
    application.focus(page.second)
    #expect(application.focusedView === dialog.first)
    dialog.removeFromSuperview()
    #expect(application.focusedView === page.second)
    #expect(page.second.focusChanges.last == true)
  }

  @Test func overlaysMayGoInAnyOrder() {
    let page = TwoPage()
    application.show(page)
    let (lower, upper) = (Dialog(), Dialog())
    application.present(lower)
    application.present(upper)
    lower.dismiss()
    #expect(application.focusedView === upper.first)
    upper.dismiss()
    #expect(application.focusedView === page.first)
  }

  @Test func aViewThatIsHiddenLosesTheFocus() {
    let page = TwoPage()
    application.show(page)
    page.first.isHidden = true
    #expect(application.focusedView === page.second)
    #expect(page.first.focusChanges == [true, false])
    stage.press("x")
    #expect(page.first.handledKeys == [])
    application.focus(page.first)
    #expect(application.focusedView === page.second)
  }

  @Test func aViewInsideAHiddenOneLosesTheFocus() {
    let page = TwoPage()
    let inner = probe("i")
    page.second.addSubview(inner)
    application.show(page)
    application.focus(inner)
    page.second.isHidden = true
    #expect(application.focusedView === page.first)
  }

  @Test func aViewThatIsRemovedLosesTheFocus() {
    let page = TwoPage()
    application.show(page)
    page.first.removeFromSuperview()
    #expect(application.focusedView === page.second)
    application.focus(page.first)
    #expect(application.focusedView === page.second, "it is not on the screen")
  }

  @Test func onlyFocusableViewsAreFocused() {
    let page = TwoPage()
    application.show(page)
    application.focus(page)
    #expect(application.focusedView === page.first)
  }
}
