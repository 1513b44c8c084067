@testable import MocoaCore
@testable import MocoaDiff

/// A changeset turns one list into the other, with all that is promised of it.
@Sendable func checkChangeset(_ bytes: [UInt8]) {
  var choices = InputChoices(bytes)
  let (old, new) = choices.sectionPair()
  check(Changeset(fromSections: old, to: new), old, new)
  let (rows, others) = choices.blockPair()
  check(
    Changeset(from: rows, to: others), [TestSection(0, rows: rows)], [TestSection(0, rows: others)])
}

private func check(_ changeset: Changeset, _ old: [TestSection], _ new: [TestSection]) {
  do {
    try DifferenceLaws.check(changeset, from: old, to: new)
  } catch {
    broken("\(error) from \(old) to \(new) by \(changeset)")
  }
}

/// An address that is accepted is written so that it is the same again.
@Sendable func checkURL(_ bytes: [UInt8]) {
  guard let url = try? ModuleURL(parsing: bytes.string) else { return }
  guard let again = try? ModuleURL(parsing: "\(url)") else {
    broken("\(url) cannot be read again")
  }
  require(again == url && "\(again)" == "\(url)", "\(url) is read as \(again)")
}
