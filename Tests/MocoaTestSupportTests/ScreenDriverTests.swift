import MocoaCore
import MocoaTUI
import MocoaTestSupport
import Testing

@MainActor @Suite struct ScreenDriverTests {
  @Test func bindingsAndTasksHaveRunWhenTheScreenHasSettled() async throws {
    let field = TextField()
    let label = Label()
    let view = Pair(field, label)
    let screen = try ScreenDriver(columns: 20, rows: 2, showing: view)
    let binding = Subscription.following({ field.text }) { text in
      Task { @MainActor in label.text = text.uppercased() }
    }
    screen.type("ada")
    await screen.settle()
    screen.expect("ada\nADA")
    binding.cancel()
  }

  @Test func whatAsksForFramesWithoutEndIsLeft() async throws {
    let screen = try ScreenDriver(columns: 20, rows: 2, showing: Restless())
    await screen.settle()
    #expect(screen.terminal.frameCount > 100)
  }
}

/// Two views above one another.
private final class Pair: View {
  init(_ views: View...) {
    super.init()
    for view in views { addSubview(view) }
  }

  override func layoutSubviews() {
    for (row, view) in subviews.enumerated() {
      view.frame = Rect(column: 0, row: row, columns: frame.columns, rows: 1)
    }
  }
}

private final class Restless: View {
  override func draw(in canvas: inout Canvas) { setNeedsDisplay() }
}
