extension Sequence<JSONBytes> {
  /// The members of the rows, and those of their members, as they are typed, in the order of their
  /// first appearance.
  ///
  /// - Complexity: O(bytes of the rows).
  package var memberNames: [String] {
    var names: [String] = []
    var known: Set<String> = []
    func add(_ name: String) { if known.insert(name).inserted { names.append(name) } }
    for row in self {
      for (key, value) in row.members {
        add(MemberPath(keys: [key]).text)
        for (inner, _) in value.members { add(MemberPath(keys: [key, inner]).text) }
      }
    }
    return names
  }
}
