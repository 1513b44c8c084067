/// Something for sale.
struct Product: Identifiable, Hashable, Sendable {
  /// How a product comes to its buyer.
  enum Shipping: Hashable, Sendable {
    case free
    case fee(Int)
    case collect
  }

  var id: Int
  var title: String
  var summary: String
  var isNew = false
  var price: Int
  var oldPrice: Int?
  var shipping = Shipping.free
  var place: String
  var seller: String
  var likes = 0
  var isLiked = false
  var comments = 0
}

/// Something that is advertised above the goods.
struct Banner: Hashable, Sendable {
  var title: String
  var address: String
}
