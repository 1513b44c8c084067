import MocoaFeed
import MocoaTUI

/// Selects columns from a sample of rows, with their order and width.
///
/// The order is that of the members in the feed; records of a log begin with their time, level and
/// message. Where there are too many members, the one that names a row is the most important, then
/// short values, followed by dates; long texts and links are the least. Objects that most rows have
/// are expanded one level, so that `metadata.name` can name a row.
struct JSONColumnChooser {
  /// The columns, from left to right; empty if rows have no members, such as numbers.
  private(set) var columns: [FeedColumn] = []

  /// The number of columns without a limit.
  private(set) var candidateCount = 0
  static let columnLimit = 24

  /// The maximum number of columns that are pinned.
  private static let pinnedLimit = 3

  /// Selects columns for rows like those of a sample.
  ///
  /// The columns of a table are the less important, the further right they are.
  ///
  /// - Complexity: O(bytes of the sample).
  init(sample: [JSONBytes], isTable: Bool = false) {
    var members = JSONMemberSamples()
    var objectCount = 0
    for row in sample where row.kind == .object {
      objectCount += 1
      members.add(row)
    }
    guard objectCount > 0 else { return }
    let threshold = max(1, objectCount / 20)
    var candidates = members.samples.filter { $0.count >= threshold }
    Self.replaceParents(in: &candidates, of: objectCount)
    let record = isTable ? nil : Self.logRecord(among: candidates, sample, of: objectCount)
    let title = record?.last ?? Self.title(among: candidates, of: objectCount)
    let first = record ?? [title].compactMap(\.self)
    candidates.sort {
      Self.rank($0, first, isTable: isTable) < Self.rank($1, first, isTable: isTable)
    }
    candidateCount = candidates.count
    let chosen = candidates.prefix(Self.columnLimit).enumerated().sorted {
      Self.place($0.element, after: record ?? []) < Self.place($1.element, after: record ?? [])
    }
    let names = Dictionary(grouping: chosen) { $0.element.path.last ?? "" }
    for (rank, candidate) in chosen {
      let last = candidate.path.last ?? ""
      // The last key is sufficient if no other column has the same; `$date` says nothing.
      let name =
        names[last]?.count == 1 && !last.hasPrefix("$")
        ? last : candidate.path.joined(separator: ".")
      let isTitle = candidate.path == title
      let column = candidate.column(title: name, isTitle: isTitle, ofLog: record != nil)
      let width = max(candidate.width, column.titleWidth)
      columns.append(FeedColumn(column: column, contentWidth: width, rank: rank))
    }
    // The columns in front of the one that names the rows stay with it.
    let pinned = isTable ? nil : columns.firstIndex(where: \.column.isPinned)
    if let pinned, pinned < Self.pinnedLimit {
      for index in 0..<pinned { columns[index].column.isPinned = true }
    }
    // What is all of a row is not less important than something else.
    if columns.count == 1, columns[0].column.style == .secondary { columns[0].column.style = .body }
  }

  /// Replaces an object by its best members, or drops these if the object has a name of its own.
  private static func replaceParents(in members: inout [JSONMemberSample], of rows: Int) {
    let nested = Dictionary(grouping: members.filter { $0.path.count == 2 }) { $0.path[0] }
    let ownCount = members.count { $0.path.count == 1 && $0.isInformative && $0.count * 2 > rows }
    members.removeAll { $0.path.count == 2 }
    let positions = Dictionary(
      members.enumerated().map { ($1.path[0], $0) }, uniquingKeysWith: { first, _ in first })
    var replaced: Set<Int> = []
    var added: [JSONMemberSample] = []
    for (parent, children) in nested {
      guard let index = positions[parent],
        members[index].objectCount * 2 > members[index].count
      else { continue }
      // An object that has a name is one column; one without is represented by its short values.
      // The rows of a map, {"key":…,"value":{…}}, are represented by the members of their values.
      let isMap = parent == "value" && nested.count == 1 && members.contains { $0.path == ["key"] }
      // So are rows that only wrap an object, as the `_source` of a hit or the `node` of an edge.
      let isContent = ownCount <= 2 && children.count(where: \.isInformative) > 2
      if !isMap, !isContent, parent != "metadata",
        children.contains(where: { isNaming($0) && $0.path[1].lowercased() != "id" })
      {
        continue
      }
      // `{"$date":"2026-11-24T10:11:12Z"}` is a time of MongoDB.
      let isWrapped = children.count == 1 && children[0].path[1].hasPrefix("$")
      let isWhole = isMap || isContent || isWrapped
      let shown = children.filter { (isWhole || $0.isShort) && $0.count * 2 > members[index].count }
        .sorted { Self.innerRank($0, isContent) < Self.innerRank($1, isContent) }
        .prefix(isMap ? columnLimit : isContent ? 8 : 4)
      guard !shown.isEmpty else { continue }
      replaced.insert(index)
      added += shown
    }
    members = members.indices.filter { !replaced.contains($0) }.map { members[$0] } + added
  }

  /// The sort key of a member of an object that is replaced: those that distinguish rows are first.
  private static func innerRank(_ member: JSONMemberSample, _ isContent: Bool) -> (Int, Int) {
    (isContent && !member.isInformative ? 1 : 0, member.order)
  }

  private static let titleKeys = [
    "title", "name", "full_name", "fullName", "displayName", "display_name", "headline",
    "subject", "summary", "message", "msg", "label", "text", "login", "username", "filename",
    "path", "description", "type", "event", "key",
  ]

  /// The member that names the rows: the best of the usual names that most rows have as a string.
  private static func title(
    among members: [JSONMemberSample], of rows: Int, _ keys: [String] = titleKeys
  ) -> [String]? {
    members.filter { $0.isText && $0.count * 2 > rows }
      .compactMap { member -> (Int, [String])? in
        guard let last = member.path.last,
          let rank = keys.firstIndex(where: { $0.lowercased() == last.lowercased() })
        else { return nil }
        // A name on the first level names the row; a nested one may name something else.
        return (rank + (member.path.count - 1) * 8, member.path)
      }
      .min { $0.0 < $1.0 }?.1
  }

  /// The members that have the message of a record of a log.
  private static let messageKeys = ["message", "msg", "@m", "@mt", "log", "text", "event"]

  /// The members that begin a record of a log, the message being the last: time, level, and the
  /// source of several that are merged; nil if the rows are none.
  private static func logRecord(
    among members: [JSONMemberSample], _ sample: [JSONBytes], of rows: Int
  ) -> [[String]]? {
    // Times are looked for in all rows of the sample, and so the last.
    guard
      let level = members.first(where: {
        $0.count * 2 > rows && LogLevel.isMember($0.path.joined(separator: "."))
      }),
      let message = title(among: members, of: rows, messageKeys),
      let time = TimeMember.path(in: sample)?.keys
    else { return nil }
    return [time, level.path, [MergedRows.member], message]
  }

  private static func isNaming(_ member: JSONMemberSample) -> Bool {
    member.path.last.flatMap(JSONDisplayText.namingRank) != nil
  }

  /// The importance of a column: the position among the first ones, the group, then the order in
  /// the feed.
  private static func rank(
    _ member: JSONMemberSample, _ first: [[String]], isTable: Bool
  ) -> (Int, Int) {
    if let index = first.firstIndex(of: member.path) { return (0, index) }
    return (isTable ? 1 : member.group, member.order)
  }

  /// The place of a column: behind those that begin a record of a log, in the order of the feed.
  private static func place(_ member: JSONMemberSample, after record: [[String]]) -> (Int, Int) {
    if let index = record.firstIndex(of: member.path) { return (0, index) }
    return (1, member.order)
  }
}
