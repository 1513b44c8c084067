/// The options of saved state.
struct StateOptions {
  /// A Boolean value that indicates whether saved state is discarded.
  var fresh = false
}
