import MocoaFeedUI

struct Server: Codable, Identifiable, Equatable, Sendable {
  var id: String
  var load: Double
  var name: String
  var status: String
}

final class ServerViewModel: CellViewModel<Server> {
  var load: String { "\(Int((model.load * 100).rounded())) %" }

  var statusStyle: StyleName {
    switch model.status {
    case "running": .success
    case "failing": .error
    default: .secondary
    }
  }

  override func didSelect() { emit(.select, model) }
}

final class ServerCell: TableViewCell<ServerViewModel> {
  override func draw(in canvas: inout Canvas) {
    let server = viewModel.model
    canvas.write([
      TextRun(server.name, style: .title, columns: 16),
      TextRun(viewModel.load, columns: 6, alignment: .trailing),
    ])
    canvas.write(server.status, style: viewModel.statusStyle, alignment: .trailing)
  }
}

extension Module {
  /// Registers the cell for the rows of a list.
  func registerServerCell() { section.cell.register(ServerCell.self) }
}
