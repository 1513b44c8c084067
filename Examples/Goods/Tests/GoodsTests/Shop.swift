import MocoaFeedUI

@testable import Goods

struct Outage: Error, CustomStringConvertible {
  var description: String { "no network" }
}

/// A service that answers when the test says so.
@MainActor final class Shop {
  private(set) var pages: [Int] = []
  private(set) var likes: [(id: Int, isLiked: Bool)] = []
  var banners: Result<[Banner], any Error> = .success([
    Banner(title: "Lamps", address: "https://a.example"),
    Banner(title: "Chairs", address: "https://b.example"),
  ])
  private var waitingForPage: [CheckedContinuation<PageResult<Product>, any Error>] = []
  private var waitingForLike: [CheckedContinuation<Void, any Error>] = []

  isolated deinit {
    for waiting in waitingForPage { waiting.resume(throwing: CancellationError()) }
    for waiting in waitingForLike { waiting.resume(throwing: CancellationError()) }
  }

  var service: ProductService {
    ProductService(
      products: { [unowned self] in try await page($0) },
      banners: { [unowned self] in try banners.get() },
      setLiked: { [unowned self] in try await setLiked($0, $1) })
  }

  private func page(_ request: PageRequest) async throws -> PageResult<Product> {
    pages.append(request.page)
    return try await withCheckedThrowingContinuation { waitingForPage.append($0) }
  }

  private func setLiked(_ id: Int, _ isLiked: Bool) async throws {
    likes.append((id, isLiked))
    try await withCheckedThrowingContinuation { waitingForLike.append($0) }
  }

  var requestCount: Int { waitingForPage.count }
  var likeCount: Int { waitingForLike.count }

  /// Answers the page that was asked for first of those that wait.
  func answer(_ ids: Range<Int>, hasMore: Bool = true, likes: Int = 5) {
    let products = ids.map {
      Product(
        id: $0, title: "Vase \($0)", summary: "A vase.", price: 20, place: "Lyon", seller: "Ada",
        likes: likes)
    }
    waitingForPage.removeFirst().resume(returning: PageResult(products, hasMore: hasMore))
  }

  func failPage() { waitingForPage.removeFirst().resume(throwing: Outage()) }

  func answerLike() { waitingForLike.removeFirst().resume() }

  func failLike() { waitingForLike.removeFirst().resume(throwing: Outage()) }
}
