import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

@MainActor @Suite struct LoadingTests {
  struct Closed: Error, CustomStringConvertible {
    let description = "closed today"
  }

  @Test func aValueIsWaitedForRetriedAndShown() async throws {
    var results: [Result<[String], Closed>] = [
      .failure(Closed()), .success([]), .success(["a", "b"]), .failure(Closed()),
    ]
    let books = Command<Void, [String]> { try results.removeFirst().get() }
    let view = Loading(books, empty: "no books") { books in
      for book in books { Label(book) }
    }
    let screen = try ScreenDriver(columns: 20, rows: 4, showing: view)
    await screen.settle()
    screen.expect("\n\nclosed today\n[ Try again ]")
    screen.press(.enter)
    await screen.settle()
    screen.expect("no books\n\n\n")
    try books.execute()
    await screen.settle()
    #expect(screen.picture.hasPrefix("b"))
    try books.execute()
    await screen.settle()
    screen.expect("b\n\nclosed today\n[ Try again ]", "the value of before stays")
  }

  @Test func whatIsThereIsNotLoadedAgain() async throws {
    var count = 0
    let command = Command<Void, Int> {
      count += 1
      return count
    }
    for _ in 0..<2 {
      let view = Loading(command) { value in Label("\(value)") }
      let screen = try ScreenDriver(columns: 10, rows: 1, showing: view)
      await screen.settle()
      screen.expect("1")
    }
  }
}
