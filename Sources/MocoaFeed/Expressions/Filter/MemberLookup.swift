/// The meaning of a name in a filter.
package enum MemberMeaning: Sendable {
  /// A member that rows have, possibly under another name, such as the title of a column.
  case known(MemberPath)
  /// A member; no rows are known yet.
  case assumed
  /// A member that none of the sampled rows has; with similar names, the nearest first, the names
  /// of the members that there are, and how it is read if it is one of the elements of a list.
  case unknown(nearest: [String], members: [String] = [], hint: String = "")

  /// A Boolean value that indicates whether the name can be that of a member.
  var isMember: Bool {
    if case .unknown = self { return false }
    return true
  }
}

/// Resolves a name in the rows to which a filter applies.
package typealias MemberLookup = (String) -> MemberMeaning
