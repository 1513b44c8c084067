import FoundationEssentials
import MocoaFeed
import MocoaSystem

/// Requests to ClickHouse over HTTP, which can only read; each is one of `mocoa-fetch`.
///
/// An answer comes when it is complete, so that it is an error or a result.
final class ClickHouseConnection: TableConnection {
  /// A setting that the server's profile allows or not: to write, to read with settings.
  enum Permission: String {
    case write = "0"
    case read = "1"
    case readWithSettings = "2"
  }

  private let address: String
  private let permission: Permission?
  private let headers: [String]

  /// A Boolean value that indicates whether it is known that nothing can be written.
  var isUsable: Bool { permission != nil }

  /// Prepares requests.
  ///
  /// User and password are those of the address, of `CLICKHOUSE_USER` and `CLICKHOUSE_PASSWORD`,
  /// or of `~/.netrc`.
  init(_ address: EngineAddress, _ permission: Permission?) {
    self.permission = permission
    let environment = { (name: String) in getenv(name).map { String(cString: $0) } }
    let user = address.user ?? address.setting("user") ?? environment("CLICKHOUSE_USER")
    let password =
      address.password ?? address.setting("password") ?? environment("CLICKHOUSE_PASSWORD") ?? ""
    // No list of processes shows it, and no line feed in it begins a header.
    headers =
      user.map {
        ["Authorization: Basic \(Data("\($0):\(password)".utf8).base64EncodedString())"]
      } ?? []
    var settings =
      ["wait_end_of_query=1"]
      + address.settings.filter { setting in
        !["secure=", "user=", "password="].contains(where: setting.hasPrefix)
      }
    if let database = address.database { settings.append("database=\(Self.encoded(database))") }
    let isSecure = address.settings.contains("secure=1")
    let host = address.host.isEmpty ? "localhost" : address.host
    let hasPort =
      host.last?.isNumber == true && host.split(separator: "]").last?.contains(":") == true
    self.address =
      (isSecure ? "https://" : "http://") + host
      + (hasPort ? "" : isSecure ? ":8443" : ":8123") + "/?" + settings.joined(separator: "&")
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The values of a row, as they are escaped.
  struct Row: ResultRow {
    let values: [Slice<UnsafeRawBufferPointer>]

    func text(_ column: Int) -> String? { ClickHouseText.decoded(values[column]) }

    func append(_ column: Int, _ kind: ColumnKind, to row: inout JSONRow) {
      let value = values[column]
      let isEscaped = value.contains(0x5C)
      if isEscaped, value.elementsEqual([0x5C, UInt8(ascii: "N")]) { return row.append("null") }
      switch kind {
      case .nested: ClickHouseText.append(nested: value, to: &row)
      case .integer, .real, .number, .bool:
        ClickHouseText.append(number: UnsafeRawBufferPointer(rebasing: value), to: &row)
      default:
        guard isEscaped else { return row.append(text: UnsafeRawBufferPointer(rebasing: value)) }
        ClickHouseText.bytes(value).withUnsafeBytes { row.append(text: $0) }
      }
    }
  }

  func run(
    _ sql: String, isCancelled: @escaping () -> Bool,
    begin: ([(name: String, type: String)]) -> Void, _ body: (Row) throws -> Bool
  ) throws {
    let id = "mocoa-\(UInt64.random(in: 0...(.max)))"
    // What the profile forbids already cannot be forbidden.
    let address = address + "&query_id=\(id)" + (permission == .write ? "&readonly=1" : "")
    let request = try InteractiveProgram(
      fetching: address, headers: headers,
      data: sql + "\nformat TabSeparatedWithNamesAndTypes")
    var (failure, isWanted, lines) = ((any Error)?.none, true, 0)
    var names: [String] = []
    _ = try request.forEachLine {
      if isCancelled(), isWanted {
        isWanted = false
        request.stop()
        kill(id)
      }
    } _: { line in
      let values = line.split(separator: 0x09, omittingEmptySubsequences: false)
      lines += 1
      switch lines {
      case 1: names = values.map { ClickHouseText.decoded($0) }
      case 2: begin(Array(zip(names, values.map { ClickHouseText.decoded($0) })))
      default:
        do {
          isWanted = try body(Row(values: values))
        } catch {
          (failure, isWanted) = (error, false)
        }
      }
      return isWanted
    }
    if let failure { throw failure }
    guard isWanted else { return }
    do {
      try request.waitForSuccess()
    } catch FeedError.Reason.unreadable(let text) {
      // `Code: 62, e.displayText() = DB::Exception: Syntax error, e.what() = DB::Exception (host)`
      let text = text.replacing(", e.what() = DB::Exception", with: "")
        .replacing(", e.what() = DB::NetException", with: "")
        .replacing("e.displayText() = ", with: "")
        .replacing(
          "in readonly mode",
          with:
            "in readonly mode, which all requests have: nothing is written, and no table function"
            + " (numbers, file, url, remote) is called")
      throw FeedError.Reason.unreadable("ClickHouse: \(text)")
    }
    // Names and types come even without rows.
    guard lines >= 2 else { throw FeedError.Reason.unreadable("ClickHouse: no answer") }
  }

  /// Ends a query, which would continue without its connection; a read-only user cannot do so.
  private func kill(_ id: String) {
    guard permission == .write else { return }
    let request = try? InteractiveProgram(
      fetching: address, headers: headers, data: "kill query where query_id = '\(id)'",
      timeout: 5)
    _ = try? request?.forEachLine(wait: {}) { _ in true }
  }
}
