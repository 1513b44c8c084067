import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// A page about a row, with the row's view model as its own.
private final class RowPage: Page {
  private let row: ViewModel

  init(_ row: ViewModel) {
    self.row = row
    super.init()
  }

  override var viewModel: ViewModel? { row }
  override var canBecomeFocused: Bool { true }
  override func draw(in canvas: inout Canvas) { canvas.write("row") }
}

@MainActor @Suite struct PageViewModelTests {
  private let words = WordList(["one", "two"])

  @Test("defect U1: a page with the view model of a row is pushed and popped")
  func aPageOfARow() throws {
    let screen = try ScreenDriver(columns: 20, rows: 4)
    let list = TablePage(title: "W", list: words.list)
    let stack = screen.show(list)
    let cell = try #require(words.cell(1))
    let section = cell.parent
    stack.push(RowPage(cell))
    #expect(screen.picture.hasPrefix("row\n"))
    screen.press(.escape)
    #expect(stack.top === list && cell.parent === section)
    #expect(words.list.existingCellViewModel(at: ListIndexPath(section: 0, item: 1)) === cell)
    screen.expect("one\ntwo\n\n W       ? keys 1/2")
  }

  @Test("defect U1: a child page with the view model of a row is added and removed")
  func aChildPageOfARow() throws {
    let parent = RowPage(words.list)
    let cell = try #require(words.cell(0))
    let child = RowPage(cell)
    #expect(parent.addChild(child))
    child.removeFromParentPage()
    #expect(cell.list === words.list)
  }

  @Test("defect U1: a view model with another parent keeps it when its page is popped")
  func aViewModelWithAnotherParent() throws {
    let (owner, viewModel) = (ViewModel(), ViewModel())
    owner.addChild(viewModel)
    let stack = PageStack()
    stack.push(RowPage(ViewModel()))
    stack.push(RowPage(viewModel))
    stack.pop()
    #expect(viewModel.parent === owner)
  }
}
