/// How the page behind another one is requested: by its link or cursor, or by counting.
struct PageSuccession {
  let first: PageAddress

  /// The way in which the other pages are requested.
  let paging: FeedPaging

  /// What a page says about the next one.
  struct Answer {
    /// The address at which the page was requested.
    var requested: PageAddress
    /// The address of the page, after redirects.
    var address: PageAddress
    /// The headers, with lower-case names.
    var headers: [String: String]
    /// The page, if it is a document.
    var document: JSONBytes
    /// What the document says about further pages.
    var furtherPages: FurtherPages
    /// The number of rows of the page.
    var rowCount: Int
  }

  /// The address of page 2, which is the second one if page 1 is the first page again; nil if the
  /// number of the first page is known.
  var secondPage: PageAddress? {
    guard case .page(let parameter) = paging, first.value(of: parameter) == nil else { return nil }
    return first.setting(parameter, to: "2")
  }

  /// A Boolean value that indicates whether the first address counts pages or rows in front of it.
  var isLater: Bool {
    switch paging {
    case .page(let parameter): (first.number(of: parameter) ?? 1) > 1
    case .offset(let parameter): (first.number(of: parameter) ?? 0) > 0
    case .cursor(_, let parameter): first.value(of: parameter) != nil
    case .linked: false
    }
  }

  /// Returns the address of the page behind the one that was requested; nil if that is the last.
  func address(
    behind request: PageRequest, _ answer: Answer
  ) throws(FeedError.Reason) -> PageAddress? {
    let count = answer.rowCount
    switch paging {
    case .page(let parameter):
      // Behind an address without a number is page 1, which is the first one again if servers
      // count from 1.
      _ = try firstNumber(of: parameter)
      let number = answer.requested.number(of: parameter) ?? 0
      return count == 0 ? nil : first.setting(parameter, to: "\(number + 1)")
    case .offset(let parameter):
      let start = try firstNumber(of: parameter)
      return count == 0 ? nil : first.setting(parameter, to: "\(start + request.offset + count)")
    case .cursor(let pointer, let parameter):
      guard let value = answer.document[pointer], !value.isAbsent else { return nil }
      guard value.kind == .string || value.kind == .number else {
        throw .badCursor(
          "the cursor", page: request.page, type: value.typeName, expected: "a text or number")
      }
      let text = value.string ?? value.text
      return text.isEmpty ? nil : first.setting(parameter, to: text)
    case .linked:
      if let target = answer.headers["link"].flatMap({ LinkHeader.target(of: "next", in: $0) }) {
        return answer.address.resolving(target)
      }
      if let header = answer.headers["link"], LinkHeader.isBroken(header) {
        throw .badCursor(
          "the header Link", page: request.page, type: "\"\(header.prefix(80))\"",
          expected: "a list of links")
      }
      guard let (pointer, link) = answer.furtherPages.link else { return nil }
      guard let target = link.string else {
        throw .badCursor(
          pointer.memberName, page: request.page, type: link.typeName, expected: "a text")
      }
      return answer.address.resolving(target)
    }
  }

  /// Returns what says that there is a page behind an answer, and the options; nil if nothing does.
  func announcement(
    behind request: PageRequest, _ answer: Answer
  ) -> FurtherPages.Announcement? {
    // The first address may be that of a later page.
    let parameter = if case .page(let name) = paging { name } else { "page" }
    let number = max(request.page, answer.requested.number(of: parameter) ?? 1)
    let next = answer.furtherPages.announcement(answer.headers, page: number)
    guard next == nil, paging == .linked, let header = answer.headers["link"],
      let last = LinkHeader.target(of: "last", in: header),
      last != LinkHeader.target(of: "first", in: header)
    else { return next }
    // The last page may have a link to itself.
    let target = answer.address.resolving(last)
    guard ![answer.requested, answer.address].contains(where: target.hasSameParts(as:)) else {
      return nil
    }
    return FurtherPages.Announcement(
      name: "Link: rel=last", options: "--paging page=NAME or offset=NAME")
  }

  /// Returns a note on a first page that has nothing where the next one should be; nil otherwise.
  func note(onFirst answer: Answer) -> String? {
    switch paging {
    case .page, .offset: return nil
    case .cursor(let pointer, _):
      guard answer.document[pointer] == nil, answer.furtherPages.sign() == nil else { return nil }
      return "the first page has nothing at \(pointer) and was taken as the last"
    case .linked:
      let pages = answer.furtherPages
      guard answer.headers["link"] == nil, pages.sign() == nil, !pages.isLast else { return nil }
      return "the first page has no link (Link: rel=next, next_url, next) and was taken as the last"
    }
  }

  /// Returns the number from which pages are counted.
  private func firstNumber(of parameter: String) throws(FeedError.Reason) -> Int {
    guard let value = first.value(of: parameter) else { return 0 }
    if let number = first.number(of: parameter) { return number }
    throw .uncountedPages(parameter: parameter, value)
  }
}

extension JSONBytes {
  /// A Boolean value that indicates whether a page says with this value that there is no next one.
  var isAbsent: Bool { kind == .null || kind == .bool && text == "false" }

  /// The type of the value as part of a sentence.
  fileprivate var typeName: String {
    switch kind {
    case .object: "an object"
    case .array: "an array"
    case .string: "a text"
    case .number: "a number"
    case .bool: "a boolean"
    case .null, nil: "null"
    }
  }
}
