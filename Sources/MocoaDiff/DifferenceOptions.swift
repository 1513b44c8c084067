/// Limits of a comparison.
public struct DifferenceOptions: Sendable {
  /// The most changes that are of use, or nil for any number; beyond it the answer is a reload.
  public var limit: Int?

  /// Asked every few thousand rows whether anybody still waits for the answer.
  public var isCancelled: (@Sendable () -> Bool)?

  /// Makes options; by default there is no limit and nothing is cancelled.
  public init(limit: Int? = nil, isCancelled: (@Sendable () -> Bool)? = nil) {
    self.limit = limit
    self.isCancelled = isCancelled
  }

  /// Options for a difference that ends when the task that asked for it is cancelled.
  public static let cancelledWithTask = DifferenceOptions(isCancelled: { Task.isCancelled })

  /// How far the engine may go.
  var bounds: Bounds {
    Bounds(limit: limit ?? .max, cancelled: isCancelled)
  }
}
