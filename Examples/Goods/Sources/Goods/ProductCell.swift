import MocoaFeedUI

/// Three or four rows: title and price, description, and seller.
final class ProductCell: TableViewCell<ProductCellViewModel> {
  private static func summary(of viewModel: ProductCellViewModel, columns: Int) -> [Substring] {
    TextWidth.lines(of: viewModel.model.summary, wrappedTo: max(1, columns), limit: 2)
  }

  override class func height(of viewModel: ProductCellViewModel, columns: Int) -> Int {
    2 + summary(of: viewModel, columns: columns).count
  }

  override func draw(in canvas: inout Canvas) {
    let product = viewModel.model
    canvas.write(product.title, style: .title)
    if product.isNew { canvas.write("new", style: .warning) }
    canvas.write(viewModel.price, style: .number, alignment: .trailing)
    for line in Self.summary(of: viewModel, columns: canvas.size.columns) {
      canvas.newLine()
      canvas.write(String(line))
    }
    canvas.newLine()
    let facts = [product.seller, product.place, viewModel.shipping].joined(separator: " · ")
    canvas.write(facts, style: .secondary)
    let heart = "\(viewModel.isLiked ? "♥" : "♡") \(viewModel.likes)"
    canvas.write("\(product.comments) comments", style: .secondary, alignment: .trailing)
    canvas.write(heart, style: viewModel.isLiked ? .error : .secondary, alignment: .trailing)
  }

  override var rowActions: [RowAction] {
    [
      RowAction(.like, title: viewModel.isLiked ? "Unlike" : "Like", shortcut: "l"),
      RowAction(.seller, title: "Seller", shortcut: "s"),
      RowAction(.place, title: "Place", shortcut: "p"),
      RowAction(.comments, title: "Comments", shortcut: "c"),
    ]
  }

  override func didSelect() {
    let product = viewModel.model
    push(TextPage("goods detail", "\(product.title)\n\n\(product.summary)"))
  }

  /// Opens the page of an action; a like is for the view model.
  override func handleEdit(
    _ key: EmissionKey<CellEdit>, completion: CellEdit.Completion
  ) -> Bool {
    let product = viewModel.model
    let (title, text): (String, String)
    switch key {
    case .seller: (title, text) = (product.seller, "What \(product.seller) sells.")
    case .place: (title, text) = (product.place, "What there is in \(product.place).")
    case .comments:
      title = "comments of goods \(product.id)"
      text = "\(product.comments) comments on \(product.title)."
    default: return false
    }
    completion.finish(push(TextPage(title, text)))
    return true
  }
}
