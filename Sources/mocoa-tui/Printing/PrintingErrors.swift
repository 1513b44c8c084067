import MocoaFeedUI

extension Feed {
  /// Checks that each derived member has a value in at least one row that has the needed members.
  ///
  /// - Throws: A `UsageError` with the reason.
  func checkDerivedMembers() throws(UsageError) {
    for member in derivedMembers {
      guard member.failure?.isInAllRows == true, let fault = member.fault else { continue }
      throw UsageError(fault)
    }
  }
}

/// A filter that exceeded its limit on some rows.
struct FilterFault: Error, CustomStringConvertible {
  let error: FilterSyntaxError

  /// Checks filters with which rows have been tested.
  ///
  /// - Parameters:
  ///   - filters: The filters.
  ///   - fieldNames: The known members of rows, even if there are no rows.
  /// - Throws: A `UsageError` if a filter names a member that no row has, or a `FilterFault`.
  static func check(_ filters: [RowFilter], fieldNames: [String] = []) throws {
    try checkMembers(of: filters, fieldNames: fieldNames)
    if let failure = filters.lazy.compactMap(\.failure).first { throw FilterFault(error: failure) }
  }

  /// Checks that rows have the members of filters.
  ///
  /// - Throws: A `UsageError` if a filter names a member that no row has.
  static func checkMembers(of filters: [RowFilter], fieldNames: [String]) throws {
    let missing = filters.lazy.flatMap(\.unseenMembers).first {
      !fieldNames.contains($0.path.keys.first ?? "")
    }
    if let error = missing?.error {
      throw UsageError(option: "--filter", error)
    }
  }

  var description: String { "--filter: column \(error.offset + 1): \(error.message)" }
}
