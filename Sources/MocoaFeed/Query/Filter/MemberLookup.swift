/// What a name in a filter stands for.
public enum MemberMeaning: Sendable {
  /// A member that rows have, perhaps under another name, such as the title of a column.
  case known(MemberPath)
  /// A member, as no rows are known yet.
  case assumed
  /// A member that none of the sampled rows has; with names that are like it, the nearest first.
  case unknown(nearest: [String])

  /// Whether the name can be that of a member.
  var isMember: Bool {
    if case .unknown = self { return false }
    return true
  }
}

/// Returns what a name stands for in the rows that a filter is for.
public typealias MemberLookup = (String) -> MemberMeaning
