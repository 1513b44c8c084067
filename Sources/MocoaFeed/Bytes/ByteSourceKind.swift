/// What a source of bytes is, for readers of its bytes that treat some sources in another way.
enum ByteSourceKind: Sendable {
  /// A file as it was when it was opened.
  case file(FileSource)
  /// A file to which bytes are appended.
  case followed(FollowedFileSource)
  /// A pipe, a device, a compressed file, a command or an address.
  case stream(StreamSource)
  /// Another source.
  case other(any ByteSource)

  /// Returns the kind of a source: the only place that looks for it.
  init(_ source: any ByteSource) {
    self =
      switch source {
      case let file as FileSource: .file(file)
      case let followed as FollowedFileSource: .followed(followed)
      case let stream as StreamSource: .stream(stream)
      default: .other(source)
      }
  }

  /// The file; nil for another source.
  var file: FileSource? { if case .file(let file) = self { file } else { nil } }

  /// The file that may grow; nil for another source.
  var followed: FollowedFileSource? { if case .followed(let file) = self { file } else { nil } }

  /// The stream; nil for another source.
  var stream: StreamSource? { if case .stream(let stream) = self { stream } else { nil } }

  /// The source that is none of these; nil for one of them.
  var other: (any ByteSource)? { if case .other(let source) = self { source } else { nil } }

  /// The source that may grow without end; nil for another one.
  var growing: (any GrowingSource)? { followed ?? other as? any GrowingSource }

  /// The source whose state changes; nil for another one.
  var listened: (any ListenedSource)? { followed ?? other as? any ListenedSource }
}
