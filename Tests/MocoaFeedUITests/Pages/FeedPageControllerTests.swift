import MocoaCore
import MocoaFeed
import MocoaTUI
import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

/// The controllers of queries, actions and exports, each on a page without a table.
@MainActor @Suite struct QueryControllerTests {
  private let rows = "{\"n\":1}\n{\"n\":3}\n{\"n\":2}\n"

  @Test func filtersAreDistinctAndReportedOnce() throws {
    let page = ControllerPage(rows)
    let filter = try RowFilter(parsing: "n > 1")
    page.query.setFilters([filter, filter])
    #expect(page.query.filters.count == 1 && page.texts == [#"{"n":3}"#, #"{"n":2}"#])
    page.query.setFilters([filter])
    #expect(page.calls == ["filter"])
    page.query.setSortKeys([SortKey("n")])
    #expect(page.calls == ["filter", "order"] && page.texts == [#"{"n":2}"#, #"{"n":3}"#])
  }

  @Test func cancelledPromptRestoresTheFilters() throws {
    let page = ControllerPage(rows)
    let screen = try page.screen()
    #expect(
      QueryController.bindings.perform("filter", in: page.query) && page.calls == ["ask for filter"]
    )
    screen.type("n == 3")
    #expect(page.texts == [#"{"n":3}"#])
    page.query.rowsDidChange()
    #expect(screen.terminal.picture.contains("1 of 3"))
    screen.press(.escape)
    #expect(page.query.filters.isEmpty && page.texts.count == 3 && page.query.chips.isHidden)
  }

  @Test func chipsAreFiltersAndThenSortKeys() throws {
    let page = ControllerPage(rows)
    page.query.setFilters([try RowFilter(parsing: "n > 1")])
    page.query.setSortKeys([SortKey("n", isDescending: true)])
    #expect(page.query.chips.texts == ["n > 1", "▼ n"])
    page.query.chips.onRemove?(0)
    page.query.chips.onRemove?(0)
    #expect(page.query.source.query.isEmpty && page.query.chips.isHidden)
    // A chip that is gone is neither removed nor edited.
    page.query.chips.onRemove?(5)
    #expect(
      ["remove-filter", "edit-filter"].allSatisfy {
        !QueryController.bindings.perform($0, in: page.query)
      })
  }

  @Test("41: a filter is shown whole if the line has room for it")
  func chipsTakeTheRoomThatIsLeft() throws {
    let page = ControllerPage(rows)
    let screen = try page.screen()
    let long = "n >= 1000000000000000 && n < 200000000000000000"
    page.query.setFilters([try RowFilter(parsing: long)])
    #expect(screen.picture.contains("\(long) ×"))
    page.query.setSortKeys([SortKey("n", isDescending: true)])
    #expect(screen.picture.contains("n >= 1000000000000000 && n < 2000000"))
    #expect(screen.picture.contains("… ×") && screen.picture.contains("▼ n ×"))
  }

  @Test func restoredFilterOfAMissingMemberIsLeftOut() throws {
    let page = ControllerPage(rows)
    let screen = try page.screen()
    var state = FeedPageState()
    (state.filters, state.sort) = (["n > 1", "lost == 1", "n >"], "-n")
    let (what, lost) = page.query.restore(state)
    #expect(what == "2 filters, sort order" && lost == "1 saved filter no longer parses")
    _ = page.texts
    page.query.rowsDidChange()
    #expect(page.query.filters.map(\.text) == ["n > 1"])
    screen.application.renderIfNeeded()
    #expect(screen.terminal.picture.contains("saved filter left out: lost == 1"))
  }
}

@MainActor @Suite struct RowActionControllerTests {
  @Test func commandsApplyToTheRowsOfThePage() throws {
    let page = ControllerPage("{\"n\":1}\n{\"n\":2}\n")
    let screen = try page.screen()
    page.actions.bind(try RowCommand(parsing: "x=copy:<{n}>"))
    #expect(page.actions.keyChanges.reserved == ["x"])
    #expect(page.perform("copy-x") && screen.terminal.clipboard == "<1>\n<2>")
    page.actionRows = []
    #expect(page.perform("copy-x") && screen.terminal.clipboard == "<1>\n<2>")
    #expect(!page.perform("copy-y"))
  }

  @Test func aKeyBelongsToOneCommand() throws {
    let page = ControllerPage("{\"n\":1}\n")
    page.actions.bind(try RowCommand(parsing: "x=copy:a"))
    page.actions.bind(try RowCommand(parsing: "x=run:b"))
    #expect(page.actions.commands.map(\.keys) == [[], ["x"]])
    page.actions.bind("x", to: "filter")
    #expect(page.actions.commands.map(\.keys) == [[], []])
    #expect(
      page.actions.keyChanges.reserved.isEmpty
        && page.actions.keyChanges.keys["filter"]?.last == "x")
  }
}

@MainActor @Suite struct ExportControllerTests {
  @Test func nothingIsWrittenWhereRowsAreNotInPlace() throws {
    let page = ControllerPage("{\"n\":1}\n")
    let screen = try page.screen()
    page.isInPlace = false
    page.exports.copy(as: .json)
    // The prompt takes the keys of the name in any case.
    page.exports.askForFile()
    screen.type("rows.json")
    screen.press(.enter)
    #expect(screen.terminal.picture.contains("the rows are not in place"))
    #expect(page.prompt != nil && !page.actions.work.isRunning)
  }

  @Test func nameWithoutAFormatKeepsThePrompt() throws {
    let page = ControllerPage("{\"n\":1}\n")
    let screen = try page.screen()
    page.exports.askForFile()
    screen.type("rows.pdf")
    screen.press(.enter)
    #expect(screen.terminal.picture.contains("expected a name that ends with"))
  }

  @Test func rowsAreCopiedInTheBackground() async throws {
    let page = ControllerPage("{\"n\":1}\n{\"n\":2}\n")
    let screen = try page.screen()
    page.exports.copy(as: .json)
    while page.actions.work.isRunning { try await Task.sleep(for: .milliseconds(1)) }
    #expect(screen.terminal.clipboard == "{\"n\":1}\n{\"n\":2}\n")
  }
}
