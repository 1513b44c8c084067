/// The header above the rows of one of several sources.
struct SourceTitle: Hashable, Sendable {
  let name: String

  /// The error of the source, if there is one.
  let problem: FeedError?

  /// The member of a header that holds the name of the source.
  static let key = "mocoaSource"

  /// Returns the header: an object with the name of the source and the source's own header.
  func header(with own: Row?, nameKey: String) -> Row {
    var text = Array("{\"\(Self.key)\":".utf8) + JSONText.quoted(name)
    if let own, own.problem == nil {
      if own.json.kind == .object {
        let members = own.json.slice.dropFirst().drop { $0.isJSONWhitespace }
        if members.first != UInt8(ascii: "}") { text.append(UInt8(ascii: ",")) }
        text += members.dropLast()
      } else {
        text += Array(",\"title\":".utf8) + own.json.slice
      }
    }
    text.append(UInt8(ascii: "}"))
    return Row(
      indexPath: nil, json: JSONBytes(text), problem: problem, nameKey: nameKey,
      defaultName: problem == nil ? own?.moduleName ?? Row.jsonName : Row.jsonName)
  }
}

extension Row {
  /// The name of the source, if the row is the header of one of several sources.
  package var source: String? { json.member(SourceTitle.key)?.string }

  /// The members of the source's own header, or nil if it has none.
  package var sourceHeader: JSONBytes? {
    let members = json.removing(SourceTitle.key)
    return members.count > 2 ? JSONBytes(members) : nil
  }
}
