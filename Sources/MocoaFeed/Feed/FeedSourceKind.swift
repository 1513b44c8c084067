/// What a source of a feed is, beside a source of bytes.
enum FeedSourceKind: Sendable {
  /// Bytes in which rows are found.
  case bytes(ByteSourceKind)
  /// Pages that are loaded on request.
  case pages(PagedSource)
  /// The rows of several sources.
  case merged(MergedSource)
  /// The elements of the rows of another source.
  case unnested(UnnestedSource)
  /// The rows of an engine, which has no bytes.
  case provided(ProvidedSource)

  /// Returns the kind of a source: the only place that looks for it.
  init(_ source: any ByteSource) {
    self =
      switch source {
      case let pages as PagedSource: .pages(pages)
      case let merged as MergedSource: .merged(merged)
      case let unnested as UnnestedSource: .unnested(unnested)
      case let provided as ProvidedSource: .provided(provided)
      default: .bytes(ByteSourceKind(source))
      }
  }

  /// What it is as a source of bytes.
  private var bytes: ByteSourceKind {
    switch self {
    case .bytes(let kind): kind
    case .pages(let pages): .other(pages)
    case .merged(let merged): .other(merged)
    case .unnested(let unnested): .other(unnested)
    case .provided(let provided): .other(provided)
    }
  }

  /// The file; nil for another source.
  var file: FileSource? { bytes.file }

  /// The file that may grow; nil for another source.
  var followed: FollowedFileSource? { bytes.followed }

  /// The stream; nil for another source.
  var stream: StreamSource? { bytes.stream }

  /// The source that may grow without end; nil for another one.
  var growing: (any GrowingSource)? { bytes.growing }

  /// The source whose state changes; nil for another one.
  var listened: (any ListenedSource)? { bytes.listened }

  /// The source whose bytes are the rows of other documents; nil for another one.
  var rewritten: (any RewrittenSource)? { bytes.rewritten }

  /// The pages; nil for another source.
  var pages: PagedSource? { if case .pages(let pages) = self { pages } else { nil } }

  /// The merged sources; nil for another source.
  var merged: MergedSource? { if case .merged(let merged) = self { merged } else { nil } }

  /// The source of elements; nil for another source.
  var unnested: UnnestedSource? { if case .unnested(let source) = self { source } else { nil } }

  /// The rows of an engine; nil for another source.
  var provided: ProvidedSource? { if case .provided(let rows) = self { rows } else { nil } }
}
