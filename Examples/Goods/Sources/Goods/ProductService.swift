import MocoaFeedUI

/// Where products come from; tests have one of their own.
struct ProductService: Sendable {
  var products: @MainActor @Sendable (PageRequest) async throws -> PageResult<Product>
  var banners: @MainActor @Sendable () async throws -> [Banner]
  var setLiked: @MainActor @Sendable (_ id: Int, _ isLiked: Bool) async throws -> Void

  /// Twenty pages of twenty made-up products, which come as slowly as over a network.
  static var simulated: ProductService {
    let shop = SimulatedShop()
    return ProductService(
      products: { try await shop.page($0) }, banners: { try await shop.banners() },
      setLiked: { try await shop.setLiked($0, $1) })
  }
}

/// A shop that remembers what is liked for as long as the program runs.
private actor SimulatedShop {
  private var liked: Set<Int> = []

  private static let materials = ["Walnut", "Linen", "Brass", "Oak", "Wool", "Stone", "Glass"]
  private static let things = ["lamp", "chair", "rug", "bowl", "clock", "shelf", "blanket", "vase"]
  private static let places = ["Hangzhou", "Lyon", "Lagos", "Turin", "Kyoto"]
  private static let sellers = ["Ada Moreau", "Bruno Keller", "山田 太郎", "Grace Okafor"]

  func page(_ request: PageRequest) async throws -> PageResult<Product> {
    try await Task.sleep(for: .milliseconds(750))
    let products = (request.offset..<request.offset + request.size).map(product)
    return PageResult(products, hasMore: request.page < 20)
  }

  func banners() async throws -> [Banner] {
    try await Task.sleep(for: .milliseconds(500))
    return [
      Banner(title: "Lamps for long evenings", address: "https://shop.example/lamps"),
      Banner(title: "Second-hand chairs, first-rate", address: "https://shop.example/chairs"),
      Banner(title: "Carry it home today", address: "https://shop.example/collect"),
    ]
  }

  func setLiked(_ id: Int, _ isLiked: Bool) async throws {
    try await Task.sleep(for: .seconds(1))
    if isLiked { liked.insert(id) } else { liked.remove(id) }
  }

  private func product(_ id: Int) -> Product {
    let (material, thing) = (Self.materials[id % 7], Self.things[id % 8])
    let price = 20 + id * 37 % 400
    return Product(
      id: id, title: "\(material) \(thing)",
      summary: id % 3 == 0
        ? "A \(thing) that was made by hand, by people who make nothing else, and that will be "
          + "with you for longer than the room that you put it into."
        : "A \(thing) in good order.",
      isNew: id % 5 == 0, price: price, oldPrice: id % 4 == 0 ? price * 3 / 2 : nil,
      shipping: id % 6 == 0 ? .collect : id % 2 == 0 ? .free : .fee(8), place: Self.places[id % 5],
      seller: Self.sellers[id % 4], likes: id * 13 % 90 + (liked.contains(id) ? 1 : 0),
      isLiked: liked.contains(id), comments: id % 11)
  }
}
