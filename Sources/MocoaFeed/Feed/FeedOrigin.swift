/// A factory of sources: it opens the source again for each reload.
public struct FeedOrigin: Sendable {
  /// The display name of the origin.
  public let name: String

  /// The file whose changes trigger a reload, if there is one.
  package let watchedFile: String?

  /// A Boolean value that indicates whether the origin can be opened more than once.
  let isRepeatable: Bool

  package let isCommand: Bool

  private let opening: @Sendable (FeedSourceKind?) throws -> any ByteSource

  /// Creates an origin from a function that opens a source; it is called on any thread.
  public init(name: String, open: @escaping @Sendable () throws -> any ByteSource) {
    self.init(name: name, watchedFile: nil) { _ in try open() }
  }

  /// Creates an origin.
  ///
  /// - Parameters:
  ///   - name: Its display name.
  ///   - watchedFile: The file whose changes trigger a reload.
  ///   - isRepeatable: A Boolean value that indicates whether it can be opened more than once.
  ///   - isCommand: A Boolean value that indicates whether it is the output of a command.
  ///   - open: Opens a source, given the kind of the one whose rows are displayed; called on any
  ///     thread.
  init(
    name: String, watchedFile: String? = nil, isRepeatable: Bool = true, isCommand: Bool = false,
    open: @escaping @Sendable (FeedSourceKind?) throws -> any ByteSource
  ) {
    (self.name, self.watchedFile, self.isRepeatable) = (name, watchedFile, isRepeatable)
    self.isCommand = isCommand
    opening = open
  }

  /// Opens a source of the current bytes.
  ///
  /// - Parameter previous: The source whose rows are displayed, if there is one; opening an address
  ///   may then fail with `notModified`.
  /// - Returns: The source.
  /// - Throws: A `FeedError`.
  func open(after previous: (any ByteSource)? = nil) throws(FeedError) -> any ByteSource {
    try FeedError.naming(name) { try opening(previous.map { FeedSourceKind($0) }) }
  }

  /// Returns an origin that can be read only once, such as standard input: it cannot be reloaded.
  package static func once(_ source: any ByteSource) -> FeedOrigin {
    FeedOrigin(name: source.name, isRepeatable: false) { _ in source }
  }

  /// Returns the origin of a file.
  public static func file(_ path: String) -> FeedOrigin {
    FeedOrigin(name: path.shownName, watchedFile: path) { _ in try ByteSources.file(path) }
  }

  /// Returns the origin of a growing file.
  ///
  /// Appended rows belong to the feed; if the file becomes shorter, the feed restarts.
  public static func followedFile(_ path: String) -> FeedOrigin {
    FeedOrigin(name: path.shownName, watchedFile: path) { _ in try ByteSources.followedFile(path) }
  }

  /// Returns the origin of the body at an address.
  ///
  /// When it is reloaded, a conditional request is sent if the server supports that.
  public static func url(
    _ url: String, options: FetchOptions = FetchOptions()
  ) -> FeedOrigin {
    FeedOrigin(name: ByteSources.shownName(ofURL: url)) { previous in
      try ByteSources.fetch(url, options: options, after: previous?.stream?.report)
    }
  }

  /// Returns the origin of the output of a command, which runs again for each reload.
  ///
  /// - Parameters:
  ///   - arguments: The name of the command and its arguments.
  ///   - name: Its name in errors; nil means the arguments separated by spaces.
  /// - Returns: The origin.
  /// - Precondition: `arguments` is not empty.
  public static func command(_ arguments: [String], name: String? = nil) -> FeedOrigin {
    FeedOrigin(name: name ?? arguments.joined(separator: " ").shownName, isCommand: true) { _ in
      try ByteSources.command(arguments, name: name)
    }
  }
}
