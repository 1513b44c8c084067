/// The options of saved state: ``CommandOption/other`` describes those without a comment.
struct StateOptions {
  var fresh = false
  var noConfig = false
}
