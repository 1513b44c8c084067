// swift-format-ignore-file: written by mocoa-tui generate.

import Foundation
import MocoaFeedUI

struct Nested: Decodable, Equatable, Sendable {
  var id: ID2
  var buyer: Buyer
  var codingKey: CodingKey2
  var grid: [[Double]]
  var lines: [Lines]
  var nested: Nested2
  var number: Int
  var paid: Paid?
  var tags: [String?]

  private enum CodingKeys: String, CodingKey {
    case id = "ID"
    case buyer
    case codingKey = "coding_key"
    case grid
    case lines
    case nested
    case number
    case paid
    case tags
  }

  struct ID2: Decodable, Equatable, Sendable {
    var id: Int
  }

  struct Buyer: Decodable, Equatable, Sendable {
    var address: Address?
    var name: String

    struct Address: Decodable, Equatable, Sendable {
      var city: String
      var place: Place

      struct Place: Decodable, Equatable, Sendable {
        var lat: Double
        var lon: Double
      }
    }
  }

  struct CodingKey2: Decodable, Equatable, Sendable {
    var string: String2

    struct String2: Decodable, Equatable, Sendable {
      var string: String
    }
  }

  struct Lines: Decodable, Equatable, Sendable {
    var count: Int
    var note: String?
    var options: [JSONValue]?
    var sku: String
  }

  struct Nested2: Decodable, Equatable, Sendable {
    var nested: Nested3

    struct Nested3: Decodable, Equatable, Sendable {
      var id: Int

      private enum CodingKeys: String, CodingKey {
        case id = "ID"
      }
    }
  }

  struct Paid: Decodable, Equatable, Sendable {
    var by: By
    var on: Date

    struct By: Decodable, Equatable, Sendable {
      var card: Card

      struct Card: Decodable, Equatable, Sendable {
        var lastFour: String

        private enum CodingKeys: String, CodingKey {
          case lastFour = "last_four"
        }
      }
    }
  }
}

final class NestedViewModel: CellViewModel<Nested> {
  var title: String { "\(model.number)" }
}

final class NestedCell: TableViewCell<NestedViewModel> {
  override func draw(in canvas: inout Canvas) {
    canvas.write(viewModel.title, style: .title)
  }
}

extension Module {
  /// Registers the cell for the rows of a list.
  func registerNestedCell() { section.cell.register(NestedCell.self) }
}
