import MocoaFeedUI
import Observation

extension EmissionKey<CellEdit> {
  static var like: Self { "like" }
  static var seller: Self { "seller" }
  static var place: Self { "place" }
  static var comments: Self { "comments" }
}

/// A product, and the like that is on its way.
///
/// While the command executes, the row shows what it will be; when it ends, however it does, the
/// row shows what is so. There is nothing to be rolled back, and no other row to be mixed up with:
/// the command belongs to the row's view model, which stays with its row, and not to a cell.
@Observable final class ProductCellViewModel: CellViewModel<Product> {
  /// What the service has confirmed since the product was loaded.
  private var confirmed: Bool?

  @ObservationIgnored private(set) lazy var like = Command<Bool, Bool> { [weak self] isLiked in
    guard let self, let list = list as? GoodsListViewModel else { throw CancellationError() }
    try await list.service.setLiked(model.id, isLiked)
    return isLiked
  }

  override func prepare() {
    like.observeResults(owner: self) { product, result in
      switch result {
      case .success(let isLiked):
        product.confirmed = isLiked
        product.emit(.tip, isLiked ? "liked" : "not liked any more")
      case .failure(let error): product.emit(.tip, "that did not work: \(error)")
      }
    }.store(in: &subscriptions)
  }

  /// What the service says now counts for more than what it confirmed before.
  override func modelDidChange(from oldModel: Product) { confirmed = nil }

  override var keepsState: Bool { confirmed != nil || like.isExecuting }

  var isLiked: Bool { like.isExecuting ? !isKnownToBeLiked : isKnownToBeLiked }

  private var isKnownToBeLiked: Bool { confirmed ?? model.isLiked }

  var likes: Int { model.likes + (isLiked ? 1 : 0) - (model.isLiked ? 1 : 0) }

  var price: String { "¥\(model.price)" + (model.oldPrice.map { " (was ¥\($0))" } ?? "") }

  var shipping: String {
    switch model.shipping {
    case .free: "free shipping"
    case .fee(let fee): "shipping ¥\(fee)"
    case .collect: "to be collected"
    }
  }

  override func handleEdit(_ key: EmissionKey<CellEdit>, completion: CellEdit.Completion) {
    guard key == .like else { return super.handleEdit(key, completion: completion) }
    completion.finish((try? like.execute(!isLiked)) != nil)
  }
}
