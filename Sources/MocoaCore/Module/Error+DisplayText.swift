extension Error {
  /// The description of the error as users read it: one line for an error of a decoder, and the
  /// sentence of an error of Foundation, behind the path or address that it is about, without its
  /// domain, code and user info.
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
    guard let end else { return text }
    let sentence = quoted[..<end]
    if sentence.isEmpty || sentence == "(null)" { return text }
    let place = quoted[end...].place.map { "\($0): " } ?? ""
    return place + sentence
  }
}

extension Substring {
  /// The path or the address in the user info of an error; nil if there is none.
  fileprivate var place: Substring? {
    for key in ["NSFilePath=", "NSURL=", "NSErrorFailingURLStringKey="] {
      guard let start = firstRange(of: key)?.upperBound else { continue }
      let value = self[start...]
      return value.firstRange(of: ", NS").map { value[..<$0.lowerBound] } ?? value.dropLast()
    }
    return nil
  }
}
