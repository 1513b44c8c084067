/// Where a feed can be had again and again: what is opened anew to refresh it.
public struct FeedOrigin: Sendable {
  /// What people know the origin as.
  public let name: String

  /// The file that tells when there is something new, if there is one.
  let watchedFile: String?

  /// Whether the origin can be opened again.
  let isRepeatable: Bool

  private let opening: @Sendable ((any ByteSource)?) throws -> any ByteSource

  /// Makes an origin of a function that opens a source; it is called on any thread.
  public init(name: String, open: @escaping @Sendable () throws -> any ByteSource) {
    self.init(name: name, watchedFile: nil) { _ in try open() }
  }

  /// Makes an origin.
  ///
  /// - Parameters:
  ///   - name: What people know it as.
  ///   - watchedFile: The file that tells when there is something new.
  ///   - isRepeatable: Whether it can be opened again.
  ///   - open: Opens a source, given the one whose rows are shown; called on any thread.
  init(
    name: String, watchedFile: String? = nil, isRepeatable: Bool = true,
    open: @escaping @Sendable ((any ByteSource)?) throws -> any ByteSource
  ) {
    self.name = name
    self.watchedFile = watchedFile
    self.isRepeatable = isRepeatable
    opening = open
  }

  /// Opens a source of the bytes as they are now.
  ///
  /// - Parameter previous: The source whose rows are shown, if all: one of an address may fail with
  ///   `notModified`.
  /// - Returns: The source.
  /// - Throws: A `FeedError`.
  func open(after previous: (any ByteSource)? = nil) throws(FeedError) -> any ByteSource {
    try FeedError.naming(name) { try opening(previous) }
  }

  /// A source that can be read once only, such as standard input: it is not read anew.
  public static func once(_ source: any ByteSource) -> FeedOrigin {
    FeedOrigin(name: source.name, isRepeatable: false) { _ in source }
  }

  /// A file.
  public static func file(_ path: String) -> FeedOrigin {
    FeedOrigin(name: path.shownName, watchedFile: path) { _ in try ByteSources.file(path) }
  }

  /// A file that others append to.
  ///
  /// What they append belongs to the feed; where the file becomes shorter, the feed begins anew.
  public static func followedFile(_ path: String) -> FeedOrigin {
    FeedOrigin(name: path.shownName, watchedFile: path) { _ in try ByteSources.followedFile(path) }
  }

  /// The body that an address leads to.
  ///
  /// When it is reloaded, the server is asked for a newer one only, where it supports that.
  public static func url(
    _ url: String, options: FetchOptions = FetchOptions()
  ) -> FeedOrigin {
    FeedOrigin(name: ByteSources.shownName(ofURL: url)) { previous in
      try ByteSources.fetch(url, options: options, after: (previous as? StreamSource)?.report)
    }
  }

  /// The output of a command, which is run anew each time.
  ///
  /// - Parameters:
  ///   - arguments: The name of the command and its arguments.
  ///   - name: What errors call it; nil means the arguments with blanks between them.
  /// - Returns: The origin.
  /// - Precondition: There is a name.
  public static func command(_ arguments: [String], name: String? = nil) -> FeedOrigin {
    FeedOrigin(name: name ?? arguments.joined(separator: " ").shownName) { _ in
      try ByteSources.command(arguments, name: name)
    }
  }
}
