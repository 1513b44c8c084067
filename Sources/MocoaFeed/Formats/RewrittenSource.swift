/// A source whose bytes are the rows of other documents, each a line.
protocol RewrittenSource: ByteSource {
  /// The first document without its rows, once it is known and if it describes the others, too.
  var firstDocument: DocumentDescription? { get }
}

extension RewrittenSource {
  /// Nil by default: most rows belong to no document.
  var firstDocument: DocumentDescription? { nil }
}

extension FileList: RewrittenSource {}

extension ByteSourceKind {
  /// The source whose bytes are the rows of other documents; nil for another one.
  var rewritten: (any RewrittenSource)? { other as? any RewrittenSource }

  /// A Boolean value that indicates whether rows are at offsets in the bytes that the source has in
  /// whichever way it is read.
  var hasOffsetsOfSource: Bool { rewritten == nil && converted?.keepsOffsets != false }

  /// The source whose bytes are converted from another format; nil for another one.
  var converted: ConvertedSource? { other as? ConvertedSource }
}

/// A document without its rows.
struct DocumentDescription: Sendable {
  var format: FeedFormat?

  /// The header of its first section.
  var header: [UInt8]?
}
