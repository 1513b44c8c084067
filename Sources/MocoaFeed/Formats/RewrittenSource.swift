/// A source whose bytes are the rows of other documents, each a line.
protocol RewrittenSource: ByteSource {
  /// The first document without its rows, once it is known and if it describes the others, too.
  var firstDocument: DocumentDescription? { get }
}

extension FileList: RewrittenSource {
  /// Always nil: files belong to no document.
  var firstDocument: DocumentDescription? { nil }
}

/// A document without its rows.
struct DocumentDescription: Sendable {
  /// The format of the document.
  var format: FeedFormat?

  /// The header of its first section.
  var header: [UInt8]?
}
