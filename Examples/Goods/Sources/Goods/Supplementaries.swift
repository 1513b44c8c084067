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
}

/// The banner that is shown, and dots that say which of them it is.
final class BannerView: TableSupplementaryView<BannerViewModel> {
  override class func height(of viewModel: BannerViewModel, columns: Int) -> Int { 3 }

  override func draw(in canvas: inout Canvas) {
    canvas.box(bounds)
    var inner = canvas.part(bounds.inset(by: Insets(top: 1, left: 2, right: 2)))
    inner.write(viewModel.current.title, style: .title)
    let dots = viewModel.model.indices.map { $0 == viewModel.position ? "●" : "○" }.joined()
    inner.write(dots, style: .secondary, alignment: .trailing)
  }
}

/// The state of loading, below the goods, and the key that continues it.
final class LoadingFooter: TableSupplementaryView<ModelSupplementaryViewModel<RequestState>> {
  private lazy var spinner = Spinner { [unowned self] in viewModel.model.isLoading }

  required init() {
    super.init()
    addSubview(spinner)
  }

  override func layoutSubviews() { spinner.frame = bounds.split(1, from: .left).strip }

  override func draw(in canvas: inout Canvas) {
    let (text, style): (String, StyleName) =
      switch viewModel.model {
      case .idle: ("", .secondary)
      case .loading: ("loading", .secondary)
      case .loaded: ("m loads more", .secondary)
      case .empty: ("there are no goods; r asks again", .secondary)
      case .noMore: ("that is all", .secondary)
      case .failed(_, let reason): ("could not be loaded: \(reason); m asks again", .error)
      }
    canvas.draw(text, at: Point(column: 2, row: 0), style: style)
  }
}
