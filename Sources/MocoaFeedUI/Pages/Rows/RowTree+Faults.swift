import MocoaFeed
import MocoaTUI

extension RowTree {
  /// What contradicts the tree: `2 rows without their parent, 1 cycle, 3 rows with the same pid`;
  /// empty if nothing does.
  package var faultText: String {
    let faults = rows.faults
    func text(_ count: Int, _ one: String, _ many: String) -> String? {
      count == 0 ? nil : "\(count.grouped) \(count == 1 ? one : many)"
    }
    let repeated = links.members.first?.title ?? "place"
    return [
      text(faults.orphans, "row without its parent", "rows without their parent"),
      text(faults.cycles, "cycle of parents", "cycles of parents"),
      text(faults.duplicates, "row repeats", "rows repeat").map { "\($0) a \(repeated)" },
    ].compactMap(\.self).joined(separator: ", ")
  }
}
