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

  private var bytes: ByteSourceKind? { if case .bytes(let kind) = self { kind } else { nil } }

  /// The file; nil for another source.
  var file: FileSource? { bytes?.file }

  /// The file that may grow; nil for another source.
  var followed: FollowedFileSource? { bytes?.followed }

  /// The stream; nil for another source.
  var stream: StreamSource? { bytes?.stream }

  /// The pages; nil for another source.
  var pages: PagedSource? { if case .pages(let pages) = self { pages } else { nil } }

  /// The merged sources; nil for another source.
  var merged: MergedSource? { if case .merged(let merged) = self { merged } else { nil } }

  /// The source of elements; nil for another source.
  var unnested: UnnestedSource? { if case .unnested(let source) = self { source } else { nil } }

  /// The rows of an engine; nil for another source.
  var provided: ProvidedSource? { if case .provided(let rows) = self { rows } else { nil } }
}
