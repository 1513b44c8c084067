/// What a source of bytes is, for readers of its bytes that treat some sources in another way.
struct ByteSourceKind: Sendable {
  /// A file as it was when it was opened; nil for another source.
  let file: FileSource?

  /// A file to which bytes are appended; nil for another source.
  let followed: FollowedFileSource?

  /// A pipe, a device, a compressed file, a command or an address; nil for another source.
  let stream: StreamSource?

  /// The source that is none of these; nil for one of them.
  let other: (any ByteSource)?

  /// Returns the kind of a source: the only place that looks for it.
  init(_ source: any ByteSource) {
    let (file, followed) = (source as? FileSource, source as? FollowedFileSource)
    let stream = source as? StreamSource
    (self.file, self.followed, self.stream) = (file, followed, stream)
    other = file == nil && followed == nil && stream == nil ? source : nil
  }

  /// The source that may grow without end; nil for another one.
  var growing: (any GrowingSource)? { followed ?? other as? any GrowingSource }

  /// The source whose state changes; nil for another one.
  var listened: (any ListenedSource)? { followed ?? other as? any ListenedSource }
}
