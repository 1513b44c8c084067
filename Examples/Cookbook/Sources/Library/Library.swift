// Books at the left, what is known of one at the right; both are loaded while the screen is there.

import MocoaTUI

struct Book: Identifiable, Equatable, Sendable {
  var id: Int
  var title: String
  var author: String
}

/// Stands for a service that takes its time.
struct Library: Sendable {
  struct Closed: Error, CustomStringConvertible { let description = "the library is closed" }

  var delay = Duration.milliseconds(400)

  func books() async throws -> [Book] {
    try await Task.sleep(for: delay)
    return [
      Book(id: 1, title: "The Waves", author: "Virginia Woolf"),
      Book(id: 2, title: "Molloy", author: "Samuel Beckett"),
      Book(id: 3, title: "Ida", author: "Gertrude Stein"),
    ]
  }

  func summary(of book: Book) async throws -> String {
    try await Task.sleep(for: delay)
    guard book.id != 3 else { throw Closed() }
    return "\(book.title), by \(book.author).\n\nThere is more to say of it than fits here."
  }
}

final class LibraryPage: Page {
  private let list: ListPage<Book>

  init(_ library: Library) {
    let list = ListPage("Books") { try await library.books() }
      .row { book, canvas in canvas.write(book.title, style: .title) }
    self.list = list
    super.init()
    addSubview(
      SplitView(.horizontal) {
        list.extent(.share(1))
        Detail(of: list) { book in
          // What was still being loaded of the book before is given up.
          Loading(Command<Void, String> { try await library.summary(of: book) }) { Label($0) }
        }.extent(.share(2))
      })
  }

  override var preferredFocus: View? { list }
}

@main struct LibraryApp {
  static func main() { Application.run { LibraryPage(Library()) } }
}
