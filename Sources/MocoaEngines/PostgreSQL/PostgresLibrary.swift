import MocoaFeed

/// The functions of libpq that are used.
struct PostgresLibrary: Sendable {
  typealias Connection = OpaquePointer
  typealias Result = OpaquePointer
  typealias Text = UnsafePointer<CChar>
  typealias Texts = UnsafePointer<Text?>

  let connect: @Sendable @convention(c) (Texts, Texts, CInt) -> Connection?
  let status: @Sendable @convention(c) (Connection) -> CInt
  let message: @Sendable @convention(c) (Connection) -> Text?
  let setNotices:
    @Sendable @convention(c) (
      Connection, (@convention(c) (UnsafeMutableRawPointer?, Text?) -> Void)?,
      UnsafeMutableRawPointer?
    ) -> UnsafeRawPointer?
  let finish: @Sendable @convention(c) (Connection) -> Void
  let socket: @Sendable @convention(c) (Connection) -> CInt
  let send:
    @Sendable @convention(c) (
      Connection, Text, CInt, UnsafePointer<UInt32>?, Texts?, UnsafePointer<CInt>?,
      UnsafePointer<CInt>?, CInt
    ) -> CInt
  let consumeInput: @Sendable @convention(c) (Connection) -> CInt
  let isBusy: @Sendable @convention(c) (Connection) -> CInt
  let getCancel: @Sendable @convention(c) (Connection) -> OpaquePointer?
  let cancel: @Sendable @convention(c) (OpaquePointer, UnsafeMutablePointer<CChar>, CInt) -> CInt
  let freeCancel: @Sendable @convention(c) (OpaquePointer) -> Void
  let result: @Sendable @convention(c) (Connection) -> Result?
  let resultStatus: @Sendable @convention(c) (Result) -> CInt
  let resultMessage: @Sendable @convention(c) (Result) -> Text?
  let affected: @Sendable @convention(c) (Result) -> Text?
  let clear: @Sendable @convention(c) (Result) -> Void
  let rowCount: @Sendable @convention(c) (Result) -> CInt
  let columnCount: @Sendable @convention(c) (Result) -> CInt
  let columnName: @Sendable @convention(c) (Result, CInt) -> Text?
  let columnType: @Sendable @convention(c) (Result, CInt) -> UInt32
  let value: @Sendable @convention(c) (Result, CInt, CInt) -> Text?
  let length: @Sendable @convention(c) (Result, CInt, CInt) -> CInt
  let isNull: @Sendable @convention(c) (Result, CInt, CInt) -> CInt

  init() throws(FeedError.Reason) {
    let library = try DynamicLibrary(["libpq.so.5", "libpq.so"], package: "libpq5")
    connect = try library.function("PQconnectdbParams")
    status = try library.function("PQstatus")
    message = try library.function("PQerrorMessage")
    setNotices = try library.function("PQsetNoticeProcessor")
    finish = try library.function("PQfinish")
    socket = try library.function("PQsocket")
    send = try library.function("PQsendQueryParams")
    consumeInput = try library.function("PQconsumeInput")
    isBusy = try library.function("PQisBusy")
    getCancel = try library.function("PQgetCancel")
    cancel = try library.function("PQcancel")
    freeCancel = try library.function("PQfreeCancel")
    result = try library.function("PQgetResult")
    resultStatus = try library.function("PQresultStatus")
    resultMessage = try library.function("PQresultErrorMessage")
    affected = try library.function("PQcmdTuples")
    clear = try library.function("PQclear")
    rowCount = try library.function("PQntuples")
    columnCount = try library.function("PQnfields")
    columnName = try library.function("PQfname")
    columnType = try library.function("PQftype")
    value = try library.function("PQgetvalue")
    length = try library.function("PQgetlength")
    isNull = try library.function("PQgetisnull")
  }
}
