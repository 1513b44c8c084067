import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// A view that does something unexpected whenever it is drawn, laid out or focused.
private final class UnrulyView: View {
  var act: (UnrulyView) -> Void = { _ in }
  private let letter: Unicode.Scalar

  init(_ letter: Unicode.Scalar, act: @escaping (UnrulyView) -> Void) {
    self.letter = letter
    self.act = act
    super.init()
  }

  override var canBecomeFocused: Bool { true }

  override func draw(in canvas: inout Canvas) {
    canvas.fill(canvas.bounds, with: letter)
    act(self)
  }

  override func layoutSubviews() {
    for (index, view) in subviews.enumerated() {
      view.frame = Rect(column: index * 2, row: index % 3, columns: 4, rows: 2)
    }
    act(self)
  }

  override func focusDidChange(isFocused: Bool) { act(self) }
  override func visibilityDidChange(isShown: Bool) { act(self) }
}

private final class UnrulyPage: Page {
  init(_ view: View) {
    super.init()
    addSubview(view)
  }

  override func layoutSubviews() { for view in subviews { view.frame = bounds } }
}

/// Views that add, remove, hide, push, present and focus others while they are drawn, laid out,
/// focused, shown or removed, with modal views in modal views.
@MainActor @Suite struct UnrulyViewTests {
  @Test(arguments: 0..<60)
  func screenMatchesTheTreeAfterAnyViewChange(seed: UInt64) throws {
    let screen = try ScreenDriver(columns: 20, rows: 6)
    let application = screen.application
    let stack = PageStack()
    var random = SeededGenerator(seed: seed)
    var budget = 0
    var views: [UnrulyView] = []
    func makeView() -> UnrulyView {
      let view = UnrulyView(Unicode.Scalar(UInt8(97 + views.count % 26)), act: act)
      views.append(view)
      return view
    }
    func act(_ view: UnrulyView) {
      guard budget > 0 else { return }
      budget -= 1
      let other = views.randomElement(using: &random) ?? view
      switch Int.random(in: 0..<14, using: &random) {
      case 0, 1: other.addSubview(added(makeView(), to: other))
      case 2: other.removeFromSuperview()
      case 3: view.removeFromSuperview()
      case 4: other.isHidden.toggle()
      case 5: other.isPane.toggle()
      case 6: stack.push(UnrulyPage(added(UnrulyView("p", act: act), to: other)))
      case 7: stack.pop()
      case 8: application.present(MessageOverlay(title: "m", text: "text") { _ in act(view) })
      case 9: application.topOverlay?.dismiss()
      case 10: application.focus(other)
      case 11: other.frame.origin.column += 1
      case 12: view.setNeedsLayout()
      default: application.moveFocus()
      }
    }
    application.root.addSubview(stack)
    stack.push(UnrulyPage(makeView()))
    for step in 0..<40 {
      budget = 12
      let present = views.filter { $0.isPart(of: application.root) }
      if present.count < 4 { stack.top?.addSubview(added(makeView(), to: stack)) }
      for _ in 0..<2 { present.randomElement(using: &random).map(act) }
      screen.press([.tab, .down, .enter, .escape, "x"].randomElement(using: &random) ?? "x")
      for view in present where Bool.random(using: &random) { view.setNeedsLayout() }
      application.renderIfNeeded()
      budget = 0
      application.renderIfNeeded()
      let focused = try #require(application.focusedView, "seed \(seed), step \(step)")
      #expect(focused.isShown && focused.isPart(of: application.topOverlay ?? application.root))
      let (lines, style) = (screen.terminal.lines, screen.overlay(column: 3, row: 3))
      application.redraw()
      application.renderIfNeeded()
      #expect(screen.terminal.lines == lines, "seed \(seed), step \(step)")
      #expect(screen.overlay(column: 3, row: 3) == style, "seed \(seed), step \(step)")
    }
    #expect(views.count > 20, "seed \(seed): views were added")
  }

  /// A new view with a place of its own in another one.
  private func added(_ view: UnrulyView, to other: View) -> UnrulyView {
    view.frame = Rect(column: other.subviews.count, row: 1, columns: 5, rows: 2)
    return view
  }
}
