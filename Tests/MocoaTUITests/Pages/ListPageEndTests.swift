import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

private struct Message: Identifiable, Equatable, Sendable {
  var id: Int
}

/// Lists that follow their end, and cells that wrap text.
@MainActor @Suite struct ListPageEndTests {
  private func messages(_ range: Range<Int>) -> [Message] { range.map { Message(id: $0) } }

  @Test("40: a list starts at its end and follows it until the cursor is moved")
  func listsFollowTheirEnd() throws {
    let page = ListPage("Chat", messages(0..<20)).row { $1.write("m\($0.id)") }.followsEnd()
    let screen = try ScreenDriver(columns: 20, rows: 5)
    screen.show(page)
    #expect(page.current?.id == 19 && screen.picture.contains("m19"))
    page.append(contentsOf: messages(20..<22))
    #expect(page.current?.id == 21)
    screen.press(.up)
    page.append(Message(id: 22))
    #expect(page.current?.id == 20)
    screen.press("G")
    page.append(Message(id: 23))
    #expect(page.current?.id == 23)
  }

  @Test("40: a list without rows follows the first ones")
  func emptyListsFollowTheirEnd() throws {
    let page = ListPage("Chat", messages(0..<0)).row { $1.write("m\($0.id)") }.followsEnd()
    let screen = try ScreenDriver(columns: 20, rows: 5)
    screen.show(page)
    page.items = messages(0..<30)
    #expect(page.current?.id == 29)
    page.append(Message(id: 30))
    #expect(page.current?.id == 30)
  }

  @Test("40: cells that wrap text are not measured without columns")
  func wrappingCellsAreNotMeasuredWithoutColumns() throws {
    let list = ItemListViewModel(messages(0..<3), cell: WrappingCell.self)
    let page = TablePage(title: "Chat", list: list)
    page.table.moveToEndAndFollow()
    let screen = try ScreenDriver(columns: 8, rows: 8)
    screen.show(page)
    #expect(screen.picture.contains("message\n2"))
  }
}

private final class WrappingCell: TableViewCell<CellViewModel<Message>> {
  override class func height(of viewModel: CellViewModel<Message>, columns: Int) -> Int {
    TextWidth.lines(of: "message \(viewModel.model.id)", wrappedTo: columns, limit: 9).count
  }

  override func draw(in canvas: inout Canvas) {
    canvas.drawWrapped("message \(viewModel.model.id)", in: canvas.bounds)
  }
}
