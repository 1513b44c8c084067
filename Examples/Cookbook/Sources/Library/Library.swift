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
  private let detail = ZStack {}
  private var list: View?

  init(_ library: Library) {
    super.init()
    let books = Command<Void, [Book]> { try await library.books() }
    let list = Loading(books, "Loading the books") { [weak self] books in
      ListPage("Books", books)
        .row { book, canvas in canvas.write(book.title, style: .title) }
        .onMove { self?.show($0, of: library) }
    }
    addSubview(
      SplitView(.horizontal) {
        list.extent(.share(1))
        ScrollView(detail).extent(.share(2))
      })
    self.list = list
  }

  override var preferredFocus: View? { list }

  /// Shows another book; what was still being loaded of the one before is given up.
  private func show(_ book: Book?, of library: Library) {
    for view in detail.subviews { view.removeFromSuperview() }
    guard let book else { return }
    let summary = Command<Void, String> { try await library.summary(of: book) }
    detail.addSubview(Loading(summary) { text in Label(text) })
  }
}

@main struct LibraryApp {
  static func main() { Application.run { LibraryPage(Library()) } }
}
