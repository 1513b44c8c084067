import MocoaFeed

private let libpq = DynamicLibrary(["libpq.so.5", "libpq.so"], package: "libpq5")

/// The functions of libpq that are used.
struct PostgresLibrary: @unchecked Sendable {
  typealias Connection = OpaquePointer
  typealias Result = OpaquePointer
  typealias Text = UnsafePointer<CChar>
  typealias Texts = UnsafePointer<Text?>
  typealias Notice = @convention(c) (UnsafeMutableRawPointer?, Text?) -> Void
  typealias Integers = UnsafePointer<CInt>

  let connect: @convention(c) (Texts, Texts, CInt) -> Connection? = libpq["PQconnectdbParams"]
  let status: @convention(c) (Connection) -> CInt = libpq["PQstatus"]
  let message: @convention(c) (Connection) -> Text? = libpq["PQerrorMessage"]
  let setNotices:
    @convention(c) (Connection, Notice?, UnsafeMutableRawPointer?) -> UnsafeRawPointer? =
      libpq["PQsetNoticeProcessor"]
  let finish: @convention(c) (Connection) -> Void = libpq["PQfinish"]
  let socket: @convention(c) (Connection) -> CInt = libpq["PQsocket"]
  let send:
    @convention(c) (
      Connection, Text, CInt, UnsafePointer<UInt32>?, Texts?, Integers?, Integers?, CInt
    ) -> CInt = libpq["PQsendQueryParams"]
  let setSingleRowMode: @convention(c) (Connection) -> CInt = libpq["PQsetSingleRowMode"]
  let consumeInput: @convention(c) (Connection) -> CInt = libpq["PQconsumeInput"]
  let isBusy: @convention(c) (Connection) -> CInt = libpq["PQisBusy"]
  let getCancel: @convention(c) (Connection) -> OpaquePointer? = libpq["PQgetCancel"]
  let cancel: @convention(c) (OpaquePointer, UnsafeMutablePointer<CChar>, CInt) -> CInt =
    libpq["PQcancel"]
  let freeCancel: @convention(c) (OpaquePointer) -> Void = libpq["PQfreeCancel"]
  let result: @convention(c) (Connection) -> Result? = libpq["PQgetResult"]
  let resultStatus: @convention(c) (Result) -> CInt = libpq["PQresultStatus"]
  let resultMessage: @convention(c) (Result) -> Text? = libpq["PQresultErrorMessage"]
  let clear: @convention(c) (Result) -> Void = libpq["PQclear"]
  let rowCount: @convention(c) (Result) -> CInt = libpq["PQntuples"]
  let columnCount: @convention(c) (Result) -> CInt = libpq["PQnfields"]
  let columnName: @convention(c) (Result, CInt) -> Text? = libpq["PQfname"]
  let columnType: @convention(c) (Result, CInt) -> UInt32 = libpq["PQftype"]
  let value: @convention(c) (Result, CInt, CInt) -> Text? = libpq["PQgetvalue"]
  let length: @convention(c) (Result, CInt, CInt) -> CInt = libpq["PQgetlength"]
  let isNull: @convention(c) (Result, CInt, CInt) -> CInt = libpq["PQgetisnull"]

  init() throws(FeedError.Reason) { try libpq.check() }
}
