extension FeedOrigin {
  /// Returns the origin of the rows of several others as one list in the order of their times.
  ///
  /// An origin that cannot be opened has no rows, and its error follows those of the others. The
  /// options of the feed are ``FeedOptions/ofMergedRows``.
  ///
  /// - Parameters:
  ///   - origins: The origins.
  ///   - options: The options that determine the interpretation of each.
  /// - Returns: The origin.
  /// - Precondition: There is at least one origin.
  package static func merged(_ origins: [FeedOrigin], options: FeedOptions) -> FeedOrigin {
    precondition(!origins.isEmpty, "A list of merged rows needs a source.")
    let names = shortNames(of: origins)
    let name =
      names.count > longestList ? "\(names.count) sources" : names.joined(separator: ", ")
    return FeedOrigin(name: name, isRepeatable: origins.allSatisfy(\.isRepeatable)) { _ in
      MergedSource(origins, named: name, options: options)
    }
  }

  /// The number of sources that are named one by one.
  private static let longestList = 4

  /// Opens the origin; if that fails, the source has no rows but the error.
  func opened() -> any ByteSource {
    do { return try open() } catch { return FailedSource(error, name: name) }
  }

  /// Returns a short name for each origin: the last part of its path, or the first word of its
  /// command, and as many more as make it different from the others.
  static func shortNames(of origins: [FeedOrigin]) -> [String] {
    let candidates = origins.map(\.shortNames)
    var names = candidates.map { $0.first ?? "" }
    for length in 1..<(candidates.map(\.count).max() ?? 1) {
      let counts = names.counts
      for (index, name) in names.enumerated() where counts[name] ?? 0 > 1 {
        names[index] = candidates[index][min(length, candidates[index].count - 1)]
      }
    }
    // The same source several times.
    var taken: Set<String> = []
    for index in names.indices {
      var number = 2
      let name = names[index]
      while !taken.insert(names[index]).inserted {
        names[index] = "\(name)_\(number)"
        number += 1
      }
    }
    return names
  }

  /// The possible names, from the shortest to the whole.
  private var shortNames: [String] {
    let separator = isCommand ? " " : "/"
    let parts = name.split(separator: separator, omittingEmptySubsequences: false)
    let names = (1...max(1, parts.count)).map { count in
      (isCommand ? parts.prefix(count) : parts.suffix(count)).joined(separator: separator)
    }
    let known = names.filter { !$0.isEmpty }
    return known.isEmpty ? [name] : known
  }
}

extension [String] {
  /// How often each text occurs.
  fileprivate var counts: [String: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}

extension FeedOptions {
  /// The options of a list of merged rows, whose sources these are the options of.
  package var ofMergedRows: FeedOptions {
    var options = self
    (options.format, options.pointer, options.tail) = (nil, nil, nil)
    (options.delimiter, options.hasHeader) = (nil, nil)
    (options.logPatterns, options.knownPatterns) = ([], [])
    options.fieldTypes = [:]
    return options
  }
}
