/// What a source of a feed is, beside a source of bytes.
@dynamicMemberLookup
struct FeedSourceKind: Sendable {
  private let bytes: ByteSourceKind

  /// The pages that are loaded on request; nil for another source.
  let pages: PagedSource?

  /// The rows of several sources; nil for another source.
  let merged: MergedSource?

  /// The elements of the rows of another source; nil for another source.
  let unnested: UnnestedSource?

  /// The rows of an engine, which has no bytes; nil for another source.
  let provided: ProvidedSource?

  /// The files in a folder or an archive; nil for another source.
  private let files: FileList?

  /// Returns the kind of a source: the only place that looks for it.
  init(_ source: any ByteSource) {
    bytes = ByteSourceKind(source)
    pages = source as? PagedSource
    merged = source as? MergedSource
    unnested = source as? UnnestedSource
    provided = source as? ProvidedSource
    files = source as? FileList
  }

  /// What the rows, or those that they are made from, are a list of; nil for data.
  var contentList: ContentList? {
    files?.content ?? provided?.contentList ?? unnested?.reading.kind.contentList
  }

  /// What it is as a source of bytes.
  subscript<Value>(dynamicMember member: KeyPath<ByteSourceKind, Value>) -> Value {
    bytes[keyPath: member]
  }
}
