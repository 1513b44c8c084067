import MocoaFeed

private let sqlite = DynamicLibrary(
  ["libsqlite3.so.0", "libsqlite3.so"], package: "libsqlite3-0")

/// The functions of libsqlite3 that are used.
struct SQLiteLibrary: @unchecked Sendable {
  typealias Database = OpaquePointer
  typealias Statement = OpaquePointer
  typealias Text = UnsafePointer<CChar>
  typealias Progress = @convention(c) (UnsafeMutableRawPointer?) -> CInt

  let open: @convention(c) (Text, UnsafeMutablePointer<Database?>, CInt, Text?) -> CInt =
    sqlite["sqlite3_open_v2"]
  let close: @convention(c) (Database?) -> CInt = sqlite["sqlite3_close_v2"]
  let message: @convention(c) (Database?) -> Text? = sqlite["sqlite3_errmsg"]
  let prepare:
    @convention(c) (
      Database, Text, CInt, UnsafeMutablePointer<Statement?>, UnsafeMutablePointer<Text?>?
    ) -> CInt = sqlite["sqlite3_prepare_v2"]
  let step: @convention(c) (Statement) -> CInt = sqlite["sqlite3_step"]
  let finalize: @convention(c) (Statement?) -> CInt = sqlite["sqlite3_finalize"]
  let columnCount: @convention(c) (Statement) -> CInt = sqlite["sqlite3_column_count"]
  let columnName: @convention(c) (Statement, CInt) -> Text? = sqlite["sqlite3_column_name"]
  let columnType: @convention(c) (Statement, CInt) -> CInt = sqlite["sqlite3_column_type"]
  let columnInteger: @convention(c) (Statement, CInt) -> Int64 = sqlite["sqlite3_column_int64"]
  let columnDouble: @convention(c) (Statement, CInt) -> Double = sqlite["sqlite3_column_double"]
  let columnBytes: @convention(c) (Statement, CInt) -> UnsafeRawPointer? =
    sqlite["sqlite3_column_blob"]
  let columnText: @convention(c) (Statement, CInt) -> UnsafeRawPointer? =
    sqlite["sqlite3_column_text"]
  let columnLength: @convention(c) (Statement, CInt) -> CInt = sqlite["sqlite3_column_bytes"]
  let setProgress: @convention(c) (Database, CInt, Progress?, UnsafeMutableRawPointer?) -> Void =
    sqlite["sqlite3_progress_handler"]
  let setLimit: @convention(c) (Database, CInt, CInt) -> CInt = sqlite["sqlite3_limit"]
  let setBusyTimeout: @convention(c) (Database, CInt) -> CInt = sqlite["sqlite3_busy_timeout"]

  init() throws(FeedError.Reason) { try sqlite.check() }
}
