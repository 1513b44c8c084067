extension FeedListModel {
  /// Decodes all rows, off the main actor; throws the error of the first one that cannot be
  /// decoded.
  package func decodedRows<Model: Decodable & Sendable>(
    as type: Model.Type
  ) async throws -> [Model] {
    try await withDetachedTask {
      try (0..<numberOfRows).map { number in
        try Task.checkCancellation()
        let row = row(number)
        if let problem = row.problem { throw problem }
        do { return try row.decode(type) } catch let error as DecodingError {
          throw RowDecodingError(description: "row \(number + 1): \(error.sentence)")
        }
      }
    }
  }
}

/// An error of decoding a row.
private struct RowDecodingError: Error, CustomStringConvertible {
  let description: String
}
