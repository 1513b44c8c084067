/// The options of saved state: ``CommandOption/state`` describes those without a comment.
struct StateOptions {
  var fresh = false
  var noConfig = false
}
