/// What a source of bytes is, for readers of its bytes that treat some sources in another way.
enum ByteSourceKind: Sendable {
  /// A file as it was when it was opened.
  case file(FileSource)
  /// A file to which bytes are appended.
  case followed(FollowedFileSource)
  /// A pipe, a device, a compressed file, a command or an address.
  case stream(StreamSource)
  /// Bytes of which nothing else is known.
  case other

  /// Returns the kind of a source: the only place that looks for it.
  init(_ source: any ByteSource) {
    self =
      switch source {
      case let file as FileSource: .file(file)
      case let followed as FollowedFileSource: .followed(followed)
      case let stream as StreamSource: .stream(stream)
      default: .other
      }
  }

  /// The file; nil for another source.
  var file: FileSource? { if case .file(let file) = self { file } else { nil } }

  /// The file that may grow; nil for another source.
  var followed: FollowedFileSource? { if case .followed(let file) = self { file } else { nil } }

  /// The stream; nil for another source.
  var stream: StreamSource? { if case .stream(let stream) = self { stream } else { nil } }
}
