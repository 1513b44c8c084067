// swift-format-ignore-file: written by mocoa-tui generate.

import Foundation
import MocoaFeedUI

struct Event: Decodable, Identifiable, Equatable, Sendable {
  var actor: String?
  var attempts: Int
  var createdAt: Date
  var duration: Double
  var id: String
  var isPublic: Bool
  var title: String
  var type: String
  var url: URL

  private enum CodingKeys: String, CodingKey {
    case actor
    case attempts
    case createdAt = "created_at"
    case duration
    case id
    case isPublic = "is_public"
    case title
    case type
    case url
  }
}

final class EventViewModel: CellViewModel<Event> {
  var title: String { model.title }
  var detail: String { model.createdAt.formatted(.iso8601) }
}

final class EventCell: TableViewCell<EventViewModel> {
  override func draw(in canvas: inout Canvas) {
    canvas.write(viewModel.title, style: .title)
    canvas.write(viewModel.detail, style: .secondary, alignment: .trailing)
  }
}

extension Module {
  /// Registers the cell for the rows of a list.
  func registerEventCell() { section.cell.register(EventCell.self) }
}
