/// A file that the command line names, or implies, for reading.
struct InputFile {
  /// The name as it was typed; that of a source may be an address.
  let name: String

  /// The role of the file, as part of a sentence.
  let role: String
}

extension InputFile {
  /// Creates the file that is the value of an option.
  init(name: String, option: String) {
    self.init(name: name, role: "the file of \(option)")
  }
}
