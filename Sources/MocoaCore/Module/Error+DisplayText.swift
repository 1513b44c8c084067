extension Error {
  /// The description of the error as users read it: one line for an error of a decoder, and the
  /// sentence of an error of Foundation without its domain, code and user info.
  package var displayText: String {
    if let error = self as? DecodingError { return error.sentence }
    let text = "\(self)"
    // `Error Domain=NSCocoaErrorDomain Code=260 "The file doesn’t exist." UserInfo={…}`.
    guard text.hasPrefix("Error Domain="), let start = text.firstIndex(of: "\"") else {
      return text
    }
    let quoted = text[text.index(after: start)...]
    let end =
      quoted.firstRange(of: "\"UserInfo=")?.lowerBound
      ?? quoted.firstRange(of: "\" UserInfo=")?.lowerBound ?? quoted.lastIndex(of: "\"")
    let sentence = end.map { quoted[..<$0] } ?? ""
    return sentence.isEmpty || sentence == "(null)" ? text : String(sentence)
  }
}
