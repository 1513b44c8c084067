import MocoaFeed
import MocoaTUI

extension TableColumn {
  /// The member of a JSON row that the column displays: its identifier as a pointer, or as one key.
  ///
  /// - Complexity: O(length of the identifier); the pointer is parsed at each call.
  var memberPointer: JSONPointer {
    JSONPointer(id) ?? JSONPointer(tokens: [id])
  }
}
