import MocoaFeedUI

/// Three or four rows: title and price, description, and seller.
final class ProductCell: TableViewCell<ProductCellViewModel> {
  private static func summary(of viewModel: ProductCellViewModel, columns: Int) -> [Substring] {
    guard columns > 0 else { return [] }
    return TextWidth.lines(of: viewModel.model.summary, wrappedTo: columns, limit: 2)
  }

  override class func height(of viewModel: ProductCellViewModel, columns: Int) -> Int {
    2 + summary(of: viewModel, columns: columns).count
  }

  override var rowActions: [RowAction] {
    [
      RowAction(.like, title: viewModel.isLiked ? "Unlike" : "Like", shortcut: "l"),
      RowAction(.seller, title: "Seller", shortcut: "s"),
      RowAction(.place, title: "Place", shortcut: "p"),
      RowAction(.comments, title: "Comments", shortcut: "c"),
    ]
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
}

/// How many goods there are so far.
final class GoodsHeader: TableSupplementaryView<ModelSupplementaryViewModel<String>> {
  override func draw(in canvas: inout Canvas) {
    canvas.write(viewModel.model, style: .sectionHeader)
  }
}
