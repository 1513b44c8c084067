import MocoaFeed
import MocoaTUI

extension RowTree {
  /// What contradicts the tree: `2 rows without their parent, 3 rows repeat a pid`; empty if
  /// nothing does.
  package var faultText: String {
    rows.faults.text(repeated: "a \(links.members.first?.title ?? "place")") ?? ""
  }
}
