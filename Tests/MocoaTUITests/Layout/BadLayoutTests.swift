import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// What is asked of layout and pages that makes no sense: nothing falls, and what stands beside it
/// is right.
@MainActor @Suite struct BadLayoutTests {
  /// A view that asks for a size, however large or small.
  private final class Wish: View {
    var size = Size.zero
    override func sizeThatFits(_ available: Size) -> Size { size }
  }

  private func wish(_ columns: Int, _ rows: Int) -> Wish {
    let view = Wish()
    view.size = Size(columns: columns, rows: rows)
    return view
  }

  private func allKinds() -> View {
    let form = FormView()
    form.add(TextField(text: "x"), label: "a long label")
    form.add(Picker([1, 2], selection: ValueBinding(get: { 1 }, set: { _ in }), showsAll: true))
    form.add(TextArea(text: "a\nb"))
    form.add(ProgressBar("p") { .nan })
    return VStack(spacing: 1) {
      HStack {
        Label("left"); Spacer(); wish(.max, .max); Label("right")
      }
      ScrollView {
        wish(.max, .max); wish(3, .max); Label("text")
      }
      SplitView(.horizontal) {
        form; wish(.max, 2); BorderView(content: Label("b"))
      }
    }
  }

  @Test(arguments: [(0, 0), (1, 1), (2, 1), (1, 9), (40, 12)], [Int.min, -3, 0])
  func nothingFallsWithoutRoom(size: (Int, Int), frame: Int) throws {
    let view = allKinds()
    let screen = try ScreenDriver(columns: max(1, size.0), rows: max(1, size.1))
    screen.application.root.addSubview(view)
    _ = screen.picture
    view.frame = Rect(column: 0, row: 0, columns: frame, rows: frame)
    screen.application.renderIfNeeded()
    for available in [Size.zero, Size(columns: .max, rows: .max), Size(columns: .min, rows: 5)] {
      let size = view.sizeThatFits(available)
      #expect(size.columns <= available.columns && size.rows <= available.rows)
    }
  }

  @Test func negativeExtentsAndSpacesAreNone() throws {
    let view = VStack(spacing: -5) {
      Label("a").extent(.fixed(-3))
      Label("b").extent(.content(minimum: -1, maximum: -5))
      Label("c").extent(.share(-1, minimum: -7))
      Label("d")
    }
    let screen = try ScreenDriver(columns: 3, rows: 2, showing: view)
    #expect(screen.picture.contains("d"))
  }

  @Test func aViewAddedTwiceIsInItsLastPlace() throws {
    let label = Label("x")
    let (first, second) = (
      VStack {
        label; label
      }, HStack { label }
    )
    let screen = try ScreenDriver(
      columns: 3, rows: 2,
      showing: VStack {
        first; second
      })
    #expect(first.subviews.isEmpty && second.subviews.count == 1)
    screen.expect("x\n")
  }

  @Test func whatMattersMoreKeepsItsRoom() throws {
    func row(_ priority: Int) -> View {
      HStack {
        Label("description"); Label("12.50").priority(priority)
      }
    }
    let screen = try ScreenDriver(
      columns: 10, rows: 2,
      showing: VStack {
        row(1); row(0)
      })
    #expect(screen.picture.hasPrefix("desc 12.50") || screen.picture.hasPrefix("des… 12.50"))
  }

  // MARK: Pages

  @Test func aTaskEndsWithItsPage() async throws {
    let screen = try ScreenDriver(columns: 10, rows: 3)
    let stack = screen.show(Page())
    let page = Page()
    stack.push(page)
    let task = page.task { while !Task.isCancelled { await Task.yield() } }
    stack.pop()
    await task.value
    #expect(task.isCancelled)
  }

  @Test("40: a page releases what it keeps for a task when the task ends")
  func finishedTasksAreReleased() async {
    let page = Page()
    for _ in 0..<3 { await page.task {}.value }
    #expect(page.tasks.isEmpty)
    let task = page.task { while !Task.isCancelled { await Task.yield() } }
    await page.task {}.value
    #expect(page.tasks.count == 1)
    task.cancel()
    await task.value
    #expect(page.tasks.isEmpty)
  }

  @Test func aCheckThatThrowsIsAProblem() async throws {
    struct Refused: Error, CustomStringConvertible { let description = "refused" }
    let form = Form("draft") { Field("Name", \.self).validated { _ in throw Refused() } }
    let screen = try ScreenDriver(columns: 40, rows: 10)
    screen.application.present(form)
    screen.press(.enter)
    #expect(screen.picture.contains("refused") && form.answer == nil)
  }

  @Test func aThousandToastsLeaveTheScreenUsable() throws {
    let field = TextField()
    let screen = try ScreenDriver(columns: 20, rows: 8, showing: field)
    for number in 0..<1_000 { screen.application.toast("toast \(number)") }
    screen.type("x")
    #expect(field.text == "x")
    screen.expect(
      """
      x         toast 996
                toast 997
                toast 998
                toast 999
                996 more



      """)
    screen.click("toast 998")
    screen.expect("x\n\n\n\n\n\n\n")
    screen.application.toast("again", for: .seconds(1))
    #expect(screen.picture.contains("again"))
    screen.pass(.seconds(2))
    #expect(!screen.picture.contains("again"))
  }
}
