/// Rows that engines keep.
extension FeedOrigin {
  /// Returns the origin of rows that an engine keeps, or reads from other origins; `make` is called
  /// on any thread, and makes a provider, which is not open.
  package static func provided(
    name: String, from origins: [FeedOrigin] = [], contentList: ContentList? = nil,
    _ make: @escaping @Sendable () throws -> any RowProvider
  ) -> FeedOrigin {
    FeedOrigin(name: name, isRepeatable: origins.allSatisfy(\.isRepeatable)) { previous in
      let provider = try make()
      if let previous = previous?.provided, provider.isUnchanged(since: previous.provider) {
        throw FeedError.Reason.notModified
      }
      return ProvidedSource(provider, name: name, contentList: contentList)
    }
  }
}

extension Feed {
  /// The last statements sent to the engine that has the rows, the newest first; nil without one.
  package var statements: [String]? {
    readers.count == 1 ? readers[0].current.kind.provided?.provider.statements : nil
  }

  /// A Boolean value that indicates whether an engine has more rows than are known.
  package var hasUncountedRows: Bool { listModel.provider?.hasUncountedRows ?? false }

  /// A Boolean value that indicates whether an engine is still finding the rows.
  package var isQueryRunning: Bool {
    status.isLoading && readers.contains { $0.current.kind.provided != nil }
  }
}
