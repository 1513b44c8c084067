import MocoaFeed

extension ColumnCatalog {
  /// The maximum number of keys of a member that a short name denotes.
  private static let depthLimit = 8

  /// Returns the only member of objects in the sample whose path ends with a name: `status.phase`
  /// for `phase`, and `spec.containers[0].image` for `containers[0].image`; nil if there is none,
  /// or several.
  ///
  /// - Complexity: O(bytes of the sample).
  func path(endingWith name: String) -> MemberPath? {
    let keys = MemberPath(name).keys
    if let path = self.path(endingWith: keys) { return path }
    // The name of the list is the short one.
    guard let position = keys.firstIndex(where: { JSONPointer.index($0) != nil }), position > 0,
      let list = self.path(endingWith: Array(keys[..<position]))
    else { return nil }
    let element = MemberPath(keys: list.keys + keys[position...])
    return hasMember(element.text) ? element : nil
  }

  private func path(endingWith end: [String]) -> MemberPath? {
    guard end.first?.isEmpty == false else { return nil }
    var found: Set<[String]> = []
    func visit(_ object: JSONBytes, _ keys: [String]) {
      object.forEachMember { key, value in
        let path = keys + [key]
        if path.count > end.count, path.suffix(end.count).elementsEqual(end) { found.insert(path) }
        if value.kind == .object, path.count < Self.depthLimit { visit(value, path) }
        return found.count < 2
      }
    }
    for row in sample where row.kind == .object && found.count < 2 { visit(row, []) }
    return found.count == 1 ? found.first.map { MemberPath(keys: $0) } : nil
  }

  /// Returns the template with the names that rows of the sample have resolved; others stay.
  func resolvingKnownNames(of template: RowTemplate) -> RowTemplate {
    template.replacingMembers { path in
      lineOfRow(path) ?? (try? memberPath(named: path.typed)) ?? path
    }
  }
}
