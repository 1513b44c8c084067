/// The version of the program.
enum Version {
  static let current = "0.3.0"
}
