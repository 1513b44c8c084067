import CCurl
import MocoaSystem

/// Performs a request and follows its redirects.
///
/// The user's headers, user name and password, certificate and data belong to one origin: another
/// origin to which a redirect or a page leads receives none of them, and that is reported. Neither
/// does the first origin if another one redirects back to it, as that has chosen the address. A
/// redirect from https to http is refused.
struct Transfer {
  let request: Request
  let output: Output

  /// Performs the request, and returns when the body has been written.
  ///
  /// - Throws: A ``FetchFailure`` with its host.
  func run() throws(HostFailure) {
    var request = request
    var address = request.address
    var reported: Set<String> = []
    var hasLeft = false
    for _ in 0...request.redirectLimit {
      hasLeft = hasLeft || address.origin != request.owner.origin
      if hasLeft, reported.insert(address.origin).inserted { reportWithheld(request, address) }
      do throws(FetchFailure) {
        if hasLeft {
          if request.data != nil { throw .dataForAnother(origin: address.origin) }
          if let method = request.method, !["GET", "HEAD", "OPTIONS"].contains(method) {
            throw .methodForAnother(method, origin: address.origin)
          }
        }
        address = try Address(withoutCredentials: address)
        let answer = try Exchange(
          request, at: address, isOwn: !hasLeft, output: output
        ).perform()
        guard case .redirect(let status, let location) = answer else { return }
        address = try follow(status, location, from: address, &request)
      } catch {
        throw HostFailure(failure: error, host: address.shownHost)
      }
    }
    throw HostFailure(failure: .redirectLimit(request.redirectLimit), host: address.shownHost)
  }

  /// Returns the target of a redirect; changes the method according to RFC 9110 section 15.4.
  private func follow(
    _ status: Int, _ location: String?, from address: Address, _ request: inout Request
  ) throws(FetchFailure) -> Address {
    guard let location, !location.isEmpty else { throw .noLocation(status: status) }
    guard let next = try? Address(location, relativeTo: address) else {
      throw .badRedirect(scheme: "'\(location.prefix { $0 != ":" })'")
    }
    if address.isSecure, !next.isSecure { throw .insecureRedirect(to: next.origin) }
    let isPost = request.method == nil ? request.data != nil : request.method == "POST"
    if status == 303 && request.method != "HEAD" || isPost && status <= 302 {
      request.method = nil
      request.data = nil
    }
    return next
  }

  /// Reports that credentials are withheld from an origin.
  private func reportWithheld(_ request: Request, _ address: Address) {
    let owner = request.owner
    var things: [String] = []
    if !request.headers.isEmpty { things.append("headers") }
    if owner.user != nil { things.append("user name and password") }
    if request.certificate != nil { things.append("certificate") }
    guard !things.isEmpty else { return }
    let isBack = address.origin == owner.origin
    Output.writeError(
      "the \(things.joined(separator: ", ")) are for \(owner.origin) and were not sent to "
        + (isBack ? "the address there that another origin redirected to" : address.origin))
  }
}

/// A failure and its host.
struct HostFailure: Error {
  let failure: FetchFailure
  let host: String
}
