/// Sources without a single value.
///
/// A filter in a pipe may have found nothing, and a log may have no lines; an empty answer or
/// document is a failure without a report.
extension FeedReader {
  /// The reading of the source itself, where its rows are divided into others.
  var innermost: FeedReading { current.kind.unnested?.reading ?? current }

  /// A Boolean value that indicates whether a stream or file was read to its end and is empty, and
  /// was not requested in a format that may be.
  var isEmpty: Bool {
    let reading = innermost
    guard reading.kind.stream != nil || reading.kind.file != nil, case .loaded = status
    else { return false }
    return reading.index.progress.format == .empty
  }

  /// A Boolean value that indicates whether the source is a document or an answer: a value.
  var isNeverEmpty: Bool {
    let stream = innermost.kind.stream
    if stream?.report != nil { return true }
    return stream?.isFile != false && origin.watchedFile != nil && !holdsLines
  }

  /// A Boolean value that indicates whether the source is a file of lines by its name.
  var holdsLines: Bool {
    guard let name = origin.watchedFile else { return false }
    let endings = FormatProbe.namesOfLines + [".log", ".txt"]
    return endings.contains { name.lowercased().hasSuffix($0) }
  }
}
