extension Feed {
  private var mergedSource: MergedSource? {
    readers.count == 1 ? readers[0].innermost.kind.merged : nil
  }

  /// The member with the name of the source of each row, and these names in the order of the
  /// sources; nil if the rows of several sources are not merged.
  package var mergedSources: (member: String, names: [String])? {
    mergedSource.map { ($0.member, $0.names) }
  }

  /// Returns the first rows of each of the sources whose rows are merged, as many in all as
  /// requested, with derived members: those of the feed, or others.
  ///
  /// Among the first ones of the list, there may be none of a source.
  package func sampleOfMergedSources(
    _ count: Int, deriving members: [DerivedMember]? = nil
  ) -> [JSONBytes] {
    let rows = mergedSource?.sample(count) ?? []
    let members = members ?? derivedMembers
    if members.isEmpty { return rows }
    let coding = RowCoding.json.deriving(members)
    return rows.map { row in
      var json: [UInt8] = []
      do throws(RowCoding.Fault) {
        try row.withBytes { (bytes) throws(RowCoding.Fault) in
          try coding.append(bytes, at: 0, to: &json)
        }
        return JSONBytes(json)
      } catch {
        return row
      }
    }
  }
}
