/// For which origin the headers of a request are meant, page by page.
///
/// A page of another origin, which may link back, chooses no address to which they are sent.
struct PageTrust {
  let first: PageAddress

  /// The page that was requested last.
  var last: StreamSource?

  /// The address of a page of another origin that was requested, or redirected to.
  private var stranger: PageAddress?

  init(first: PageAddress) { self.first = first }

  /// Returns an address of the origin to which the headers for the request of a page may be sent.
  mutating func origin(for address: PageAddress) -> PageAddress {
    let visited = last?.report?.address.map { PageAddress($0) }
    stranger = stranger ?? visited.flatMap { $0.origin == first.origin ? nil : $0 }
    guard address.origin == first.origin else {
      stranger = stranger ?? address
      return first
    }
    return stranger ?? first
  }
}
