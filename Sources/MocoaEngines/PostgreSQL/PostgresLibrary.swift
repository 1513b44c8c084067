import MocoaFeed

private let libpq = DynamicLibrary(["libpq.so.5", "libpq.so"], package: "libpq5")

/// The functions of libpq that are used.
struct PostgresLibrary: @unchecked Sendable {
  typealias PGConn = OpaquePointer
  typealias PGResult = OpaquePointer
  typealias Text = UnsafePointer<CChar>
  typealias Texts = UnsafePointer<Text?>
  typealias Notice = @convention(c) (UnsafeMutableRawPointer?, Text?) -> Void
  typealias Integers = UnsafePointer<CInt>

  let connect: @convention(c) (Texts, Texts, CInt) -> PGConn? = libpq["PQconnectdbParams"]
  let status: @convention(c) (PGConn) -> CInt = libpq["PQstatus"]
  let message: @convention(c) (PGConn) -> Text? = libpq["PQerrorMessage"]
  let setNotices: @convention(c) (PGConn, Notice?, UnsafeMutableRawPointer?) -> UnsafeRawPointer? =
    libpq["PQsetNoticeProcessor"]
  let finish: @convention(c) (PGConn) -> Void = libpq["PQfinish"]
  let socket: @convention(c) (PGConn) -> CInt = libpq["PQsocket"]
  let send:
    @convention(c) (
      PGConn, Text, CInt, UnsafePointer<UInt32>?, Texts?, Integers?, Integers?, CInt
    ) -> CInt = libpq["PQsendQueryParams"]
  let setSingleRowMode: @convention(c) (PGConn) -> CInt = libpq["PQsetSingleRowMode"]
  let consumeInput: @convention(c) (PGConn) -> CInt = libpq["PQconsumeInput"]
  let isBusy: @convention(c) (PGConn) -> CInt = libpq["PQisBusy"]
  let getCancel: @convention(c) (PGConn) -> OpaquePointer? = libpq["PQgetCancel"]
  let cancel: @convention(c) (OpaquePointer, UnsafeMutablePointer<CChar>, CInt) -> CInt =
    libpq["PQcancel"]
  let freeCancel: @convention(c) (OpaquePointer) -> Void = libpq["PQfreeCancel"]
  let result: @convention(c) (PGConn) -> PGResult? = libpq["PQgetResult"]
  let resultStatus: @convention(c) (PGResult) -> CInt = libpq["PQresultStatus"]
  let resultMessage: @convention(c) (PGResult) -> Text? = libpq["PQresultErrorMessage"]
  let clear: @convention(c) (PGResult) -> Void = libpq["PQclear"]
  let rowCount: @convention(c) (PGResult) -> CInt = libpq["PQntuples"]
  let columnCount: @convention(c) (PGResult) -> CInt = libpq["PQnfields"]
  let columnName: @convention(c) (PGResult, CInt) -> Text? = libpq["PQfname"]
  let columnType: @convention(c) (PGResult, CInt) -> UInt32 = libpq["PQftype"]
  let value: @convention(c) (PGResult, CInt, CInt) -> Text? = libpq["PQgetvalue"]
  let length: @convention(c) (PGResult, CInt, CInt) -> CInt = libpq["PQgetlength"]
  let isNull: @convention(c) (PGResult, CInt, CInt) -> CInt = libpq["PQgetisnull"]

  init() throws(FeedError.Reason) { try libpq.check() }
}
