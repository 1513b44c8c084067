import MocoaCore
import MocoaFeed
import MocoaTUI

extension RowTree {
  /// What contradicts the tree: `2 rows without their parent, 3 rows repeat an earlier pid`; empty
  /// if nothing does.
  package var faultText: String {
    rows.faults.text(repeated: "an earlier \(links.members.first?.title ?? "place")") ?? ""
  }

  /// Returns whether rows repeat a member, which is said with what contradicts the tree.
  func repeats(_ name: String) -> Bool {
    rows.faults.duplicates > 0 && links.members.first?.title == name
  }
}
