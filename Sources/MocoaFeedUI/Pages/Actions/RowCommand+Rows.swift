import MocoaFeed

extension RowCommand {
  /// Returns the command with column titles replaced by the members that they display.
  ///
  /// - Throws: A ``RowCommandError`` for the first row that lacks one of the members: a text with a
  ///   gap, such as `rm -r folder/`, is never run, opened or copied.
  func resolved(for rows: [JSONBytes], in catalog: ColumnCatalog) throws(RowCommandError) -> Self {
    // Rows with cells of their own have no columns.
    let catalog = catalog.sample.isEmpty ? ColumnCatalog(sample: rows, choices: []) : catalog
    func member(_ path: MemberPath) throws(RowCommandError) -> MemberPath {
      if let line = catalog.lineOfRow(path) { return line }
      if rows.contains(where: { path.value(in: $0) != nil }) { return path }
      do { return try catalog.memberPath(named: path.typed) } catch {
        let hint =
          sourceArguments.contains(path.text)
          ? "; the argument of that name is for the source alone" : error.hint
        throw RowCommandError(description: "\(name): no row has a member \(error.name)\(hint)")
      }
    }
    var command = self
    command.confirmation = confirmation?.replacingMembers { (try? member($0)) ?? $0 }
    switch work {
    case .copy(let template): command.work = .copy(try template.replacingMembers(member))
    case .open(let template): command.work = .open(try template.replacingMembers(member))
    case .run(let program): command.work = .run(try program.replacingMembers(member))
    }
    func which(_ index: Int) -> String {
      rows.count == 1 ? "the row" : "row \(index + 1) of the \(rows.count)"
    }
    for template in command.templates {
      for (index, row) in rows.enumerated() {
        if command.program != nil, template.text(for: row).unicodeScalars.contains("\0") {
          // The system ends an argument there: the command would get another name.
          throw RowCommandError(
            description: "\(name): \(which(index)) has a NUL byte in a value, and nothing was done")
        }
        // It is also in place of what is no character.
        if command.program != nil, template.text(for: row).unicodeScalars.contains("\u{FFFD}") {
          throw RowCommandError(
            description: "\(name): \(which(index)) has a value that is not valid Unicode (U+FFFD), "
              + "and nothing was done")
        }
        guard let path = template.missingMember(in: row) else { continue }
        let what = path.text.isEmpty ? "is null" : "has no \(path.text)"
        throw RowCommandError(
          description: "\(name): \(which(index)) \(what), and nothing was done; "
            + "{\(path.text)|default()} allows it")
      }
    }
    return command
  }
}
