import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// A view that fills itself with a letter and takes some columns and rows, or all that there are.
private final class Block: View {
  private let letter: Unicode.Scalar
  private let size: Size?

  init(_ letter: Unicode.Scalar, _ columns: Int? = nil, _ rows: Int = 1) {
    self.letter = letter
    size = columns.map { Size(columns: $0, rows: rows) }
    super.init()
  }

  override func sizeThatFits(_ available: Size) -> Size {
    guard let size else { return available }
    return Size(
      columns: min(size.columns, available.columns), rows: min(size.rows, available.rows))
  }

  override func draw(in canvas: inout Canvas) { canvas.fill(canvas.bounds, with: letter) }
}

@MainActor @Suite struct StackViewTests {
  private func picture(_ view: View, columns: Int, rows: Int) throws -> String {
    let screen = try ScreenDriver(columns: columns, rows: rows)
    screen.application.root.addSubview(view)
    return screen.picture
  }

  @Test func viewsGetWhatTheyNeedAndTheRestGoesToThoseThatTakeAll() throws {
    let row = HStack {
      Block("a", 2); Block("b"); Block("c", 3)
    }
    #expect(try picture(row, columns: 12, rows: 1) == "aa bbbbb ccc")
    let column = VStack {
      Block("a", 2); Block("b"); Block("c", 3, 2)
    }
    #expect(try picture(column, columns: 3, rows: 5) == "aaa\nbbb\nbbb\nccc\nccc")
  }

  @Test func stacksLieInStacks() throws {
    let view = VStack {
      HStack(spacing: 2) {
        Label("Name"); Block("n", .max)
      }
      HStack {
        Spacer(); Label("a long text"); Spacer()
      }
      HStack {
        Label("left"); Spacer(); Label("right")
      }
    }
    #expect(
      try picture(view, columns: 17, rows: 4)
        == "Name  nnnnnnnnnnn\n   a long text\nleft        right\n")
  }

  @Test func textIsAsHighAsItNeedsToBe() throws {
    let label = Label("one two three")
    let view = VStack {
      label; Block("x")
    }
    let screen = try ScreenDriver(columns: 8, rows: 4)
    screen.application.root.addSubview(
      VStack {
        HStack {
          view; Block("y")
        }
      })
    screen.application.root.subviews[0].subviews[0].subviews[0].preferredExtent = .fixed(6)
    screen.expect("one    y\ntwo    y\nthree  y\nxxxxxx y")
    label.text = "one"
    screen.expect("one    y\nxxxxxx y\nxxxxxx y\nxxxxxx y")
    label.isHidden = true
    screen.expect("xxxxxx y\nxxxxxx y\nxxxxxx y\nxxxxxx y")
    label.isHidden = false
    view.subviews[1].removeFromSuperview()
    screen.expect("one    y\n       y\n       y\n       y")
  }

  /// The last section of the reviews asks for this shape.
  @Test func aListBesideItsDetailIsOneExpression() throws {
    let books = PagerView(["Emma", "Persuasion"])
    let view = SplitView(.horizontal) {
      VStack {
        TextField(prompt: "search"); books
      }
      ScrollView { Label("It is a truth universally acknowledged") }.extent(.share(2))
    }
    #expect(
      try picture(view, columns: 31, rows: 3)
        == "search    │It is a truth\nEmma      │universally\nPersuasion│acknowledged")
  }

  @Test("40: Tab goes from view to view in stacks, and on to the next pane around them")
  func tabs() throws {
    let fields = (0..<4).map { TextField(text: "\($0)") }
    let view = SplitView(.horizontal) {
      VStack {
        fields[0]
        HStack {
          fields[1]
          fields[2]
        }
      }
      fields[3]
    }
    let screen = try ScreenDriver(columns: 20, rows: 4, showing: view)
    func focused() -> Int? { fields.firstIndex { $0.containsFocus } }
    for index in [0, 1, 2, 3, 0] {
      #expect(focused() == index)
      screen.press(.tab)
    }
    for index in [1, 0, 3, 2] {
      #expect(focused() == index)
      screen.press(Key(.tab, .shift))
    }
  }

  @Test("40: Tab goes around in a stack of its own")
  func tabsOfAStack() throws {
    let (field, pager) = (TextField(text: "text"), PagerView("a pager"))
    let screen = try ScreenDriver(
      columns: 20, rows: 4,
      showing: VStack {
        pager
        field
      })
    screen.press(.tab)
    #expect(field.containsFocus)
    screen.type("!")
    screen.press(.tab)
    #expect(pager.containsFocus && field.text == "text!")
  }

  @Test func extentsSayHowMuchRoomThereIs() throws {
    let row = HStack(spacing: 0) {
      Block("a", 2).extent(.fixed(3))
      Block("b").extent(.share(2))
      Block("c").extent(.share(1, minimum: 2))
      Block("d", 9).extent(.content(minimum: 1, maximum: 2))
    }
    #expect(try picture(row, columns: 13, rows: 1) == "aaabbbbcccc" + "dd")
  }

  @Test func whereThereIsNoRoomTheLargestGiveWayFirst() throws {
    let row = HStack(spacing: 0) {
      Block("a", 6)
      Block("b", 2)
      Block("c", 9).extent(.content(minimum: 3))
    }
    #expect(try picture(row, columns: 9, rows: 1) == "aaaabbccc")
    for columns in 0...4 {
      #expect(try picture(row, columns: columns, rows: 1).count == columns)
    }
  }

  @Test func marginsAreLeftAroundViews() throws {
    let view = ZStack(insets: Insets(top: 1, left: 2, bottom: 1, right: 1)) {
      Block("a")
      Block("b", 1).padding(Insets(left: 1))
    }
    #expect(try picture(view, columns: 8, rows: 3) == "\n   bbbb\n")
    #expect(view.sizeThatFits(Size(columns: .max, rows: .max)).columns == .max)
    let fitting = Block("b", 4).padding(Insets(top: 1, left: 2))
    #expect(fitting.sizeThatFits(Size(columns: .max, rows: 9)) == Size(columns: 6, rows: 2))
    #expect(fitting.sizeThatFits(Size(columns: 3, rows: 1)) == Size(columns: 3, rows: 1))
  }

  /// Infinite and negative requests, views that are added twice, and screens without room.
  @Test func noRequestBreaksALayout() throws {
    let twice = Block("t", 1)
    for size in [Size(columns: 0, rows: 0), Size(columns: 1, rows: 1), Size(columns: 7, rows: 3)] {
      let screen = try ScreenDriver(columns: size.columns, rows: size.rows)
      let stack = HStack(spacing: .max) {
        Block("a", .max, .max).extent(.fixed(.max))
        Block("b", -5, -1).extent(.fixed(.min))
        Block("c").extent(.share(.max, minimum: .max))
        Block("d").extent(.share(-3, minimum: -3))
        Block("e", .max).extent(.content(minimum: .max, maximum: 2))
        twice
        VStack(spacing: -9) {
          twice; ScrollView(ScrollView(Block("s"))); HStack {}; ZStack {}
        }
      }
      screen.application.root.addSubview(stack)
      screen.application.root.addSubview(stack)
      screen.application.renderIfNeeded()
      for view in stack.subviews {
        #expect(view.frame.left >= 0 && view.frame.columns <= size.columns)
      }
      _ = stack.sizeThatFits(Size(columns: .max, rows: .max))
    }
  }

  /// Views never overlap nor reach beyond their stack, and use all of it where one takes a share.
  @Test func randomStacksAreFilled() throws {
    for seed in 0..<300 {
      var random = SeededGenerator(seed: UInt64(seed))
      let stack = StackView(.vertical, spacing: Int.random(in: 0...2, using: &random))
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let number = Int.random(in: 0...5, using: &random)
        let extents: [Extent] = [
          .content(), .fixed(number), .share(number), .content(minimum: 1, maximum: number),
        ]
        let block = Block("x", Bool.random(using: &random) ? 3 : nil, number)
        block.preferredExtent = extents.randomElement(using: &random) ?? .content()
        stack.addSubview(block)
      }
      let rows = Int.random(in: 0...20, using: &random)
      stack.frame = Rect(column: 0, row: 0, columns: 4, rows: rows)
      stack.layoutIfNeeded()
      var end = 0
      for view in stack.subviews where !view.frame.isEmpty {
        #expect(view.frame.top >= end && view.frame.bottom <= rows, "seed \(seed)")
        end = view.frame.bottom
      }
      let fitting = stack.sizeThatFits(Size(columns: 4, rows: rows))
      #expect(fitting.rows <= rows && end <= max(fitting.rows, end), "seed \(seed)")
    }
  }
}

@MainActor @Suite struct ScrollViewTests {
  private func lines(_ count: Int) -> View {
    VStack { for number in 1...count { Label("line \(number)") } }
  }

  @Test func keysAndTheWheelScroll() throws {
    let screen = try ScreenDriver(columns: 8, rows: 3, showing: ScrollView(lines(9)))
    screen.expect("line 1 ┃\nline 2 │\nline 3 │")
    screen.press(.down, .pageDown)
    screen.expect("line 4 │\nline 5 ┃\nline 6 │")
    screen.press(.end)
    screen.expect("line 7 │\nline 8 │\nline 9 ┃")
    screen.wheel(-1, over: "line 8")
    screen.expect("line 4 │\nline 5 ┃\nline 6 │")
    screen.resize(columns: 8, rows: 9)
    #expect(screen.picture.hasPrefix("line 1\n") && screen.picture.hasSuffix("line 9"))
  }

  @Test func focusedViewIsScrolledIntoView() throws {
    let fields = (0..<9).map { TextField(text: "field \($0)") }
    let scroll = ScrollView {
      Label("top"); fields
    }
    let screen = try ScreenDriver(columns: 9, rows: 3, showing: scroll)
    screen.application.focus(fields[5])
    screen.expect("field 3 │\nfield 4 ┃\nfield 5 │")
    screen.application.focus(fields[4])
    screen.expect("field 3 │\nfield 4 ┃\nfield 5 │")
    screen.wheel(-9, over: "field 4")
    screen.expect("top     ┃\nfield 0 │\nfield 1 │", "the wheel leaves the focus behind")
    screen.application.focus(fields[8])
    screen.expect("field 6 │\nfield 7 │\nfield 8 ┃")
  }

  @Test func whatGrowsIsScrolledAndWhatShrinksIsNot() throws {
    let label = Label("short")
    let screen = try ScreenDriver(columns: 6, rows: 2, showing: ScrollView(label))
    screen.expect("short\n")
    label.text = "one two three four"
    screen.press(.end)
    screen.expect("three│\nfour ┃")
    label.text = "x"
    screen.expect("x\n")
  }

  /// A view that counts how often it is measured.
  private final class Counted: View {
    var proposals: [Size] = []

    override func sizeThatFits(_ available: Size) -> Size {
      proposals.append(available)
      return Size(columns: min(available.columns, 5), rows: min(available.rows, 1))
    }
  }

  @Test(arguments: [true, false])
  func aViewInTenStacksIsMeasuredOnceForAProposal(isShared: Bool) throws {
    let view = Counted()
    var stack: View = view
    for depth in 0..<10 {
      let inner = stack
      let other = isShared ? View() : Label("label")
      stack =
        depth.isMultiple(of: 2)
        ? HStack {
          inner; other
        }
        : VStack {
          inner.padding(Insets(left: 1)); other
        }
    }
    let screen = try ScreenDriver(columns: 80, rows: 24)
    screen.application.root.addSubview(stack)
    _ = screen.picture
    #expect(Set(view.proposals).count == view.proposals.count)
    #expect(view.proposals.count < 50)
    view.proposals = []
    _ = stack.sizeThatFits(Size(columns: 60, rows: 20))
    #expect(view.proposals.count < 50)
  }

  @Test func aSizeThatChangesWithinAPassIsMeasuredAgain() throws {
    /// Has a label that says how wide it is.
    final class Width: StackView {
      let label = Label("?")

      init() {
        super.init(.vertical)
        addSubview(label)
      }

      override func layoutSubviews() {
        label.text = String(repeating: "w ", count: frame.columns)
        super.layoutSubviews()
      }
    }
    let view = VStack {
      Width(); Label("end")
    }
    let screen = try ScreenDriver(columns: 4, rows: 6, showing: view)
    screen.expect("w w\nw w\nend\n\n\n")
  }
}
