import MocoaFeedUI
import Observation

/// Banners, of which one is shown.
@Observable final class BannerViewModel: ModelSupplementaryViewModel<[Banner]> {
  private var chosen = 0

  /// Which banner is shown; the last one where there are fewer than there were.
  var position: Int { min(chosen, model.count - 1) }

  var current: Banner { model[position] }

  /// Shows the next banner, or the one before; from the last to the first.
  func move(by step: Int) { chosen = (position + step + model.count) % model.count }

  func open() { emit(.select, Destination.banner(current)) }
}

/// The banner that is shown, and dots that say which of them it is.
final class BannerView: TableSupplementaryView<BannerViewModel> {
  override class func height(of viewModel: BannerViewModel, columns: Int) -> Int { 3 }

  override func draw(in canvas: inout Canvas) {
    canvas.box(canvas.bounds)
    var inner = canvas.part(
      Rect(column: 2, row: 1, columns: canvas.size.columns - 4, rows: 1))
    inner.write(viewModel.current.title, style: .title)
    let dots = viewModel.model.indices.map { $0 == viewModel.position ? "●" : "○" }.joined()
    inner.write(dots, style: .secondary, alignment: .trailing)
  }
}
