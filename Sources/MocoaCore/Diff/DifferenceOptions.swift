/// What a difference is to find besides the changes, and how far it may go.
public struct DifferenceOptions: Sendable {
  /// The most changes that are of use, or nil for any number; beyond it the answer is a reload.
  public var limit: Int?

  /// Whether rows that share their identity with an earlier row of the new list are reported.
  ///
  /// Every row of the new list is hashed for it. The difference itself is exact without.
  public var findsDuplicates: Bool

  /// Asked every few thousand rows whether anybody still waits for the answer.
  public var isCancelled: (@Sendable () -> Bool)?

  /// Makes options; by default there is no limit, nothing is reported and nothing is cancelled.
  public init(
    limit: Int? = nil, findsDuplicates: Bool = false, isCancelled: (@Sendable () -> Bool)? = nil
  ) {
    self.limit = limit
    self.findsDuplicates = findsDuplicates
    self.isCancelled = isCancelled
  }

  /// Options for a difference that ends when the task that asked for it is cancelled.
  public static let cancelledWithTask = DifferenceOptions(isCancelled: { Task.isCancelled })

  /// How far the engine may go.
  var bounds: Bounds {
    Bounds(limit: limit ?? .max, cancelled: isCancelled)
  }
}
