import MocoaFeedUI

/// How the loading stands, below the goods, and which key goes on.
final class LoadingFooter: TableSupplementaryView<ModelSupplementaryViewModel<RequestState>> {
  private lazy var spinner = Spinner { [unowned self] in state.isLoading }

  required init() {
    super.init()
    addSubview(spinner)
  }

  private var state: RequestState {
    (boundViewModel as? ModelSupplementaryViewModel<RequestState>)?.model ?? .idle
  }

  override func layoutSubviews() {
    spinner.frame = Rect(column: 0, row: 0, columns: 1, rows: 1)
  }

  override func draw(in canvas: inout Canvas) {
    var text = canvas.part(Rect(column: 2, row: 0, columns: canvas.size.columns - 2, rows: 1))
    switch state {
    case .idle: break
    case .loading: text.write("loading", style: .secondary)
    case .loaded: text.write("m loads more", style: .secondary)
    case .empty: text.write("there are no goods; r asks again", style: .secondary)
    case .noMore: text.write("that is all", style: .secondary)
    case .failed(_, let reason):
      text.write("could not be loaded: \(reason); m asks again", style: .error)
    }
  }
}
