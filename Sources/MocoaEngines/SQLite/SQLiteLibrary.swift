import MocoaFeed
import Synchronization

/// The functions of libsqlite3 that are used.
struct SQLiteLibrary: Sendable {
  typealias Database = OpaquePointer
  typealias Statement = OpaquePointer
  typealias Progress = @convention(c) (UnsafeMutableRawPointer?) -> CInt

  let open:
    @Sendable @convention(c) (
      UnsafePointer<CChar>, UnsafeMutablePointer<Database?>, CInt, UnsafePointer<CChar>?
    ) -> CInt
  let close: @Sendable @convention(c) (Database?) -> CInt
  let message: @Sendable @convention(c) (Database?) -> UnsafePointer<CChar>?
  let prepare:
    @Sendable @convention(c) (
      Database, UnsafePointer<CChar>, CInt, UnsafeMutablePointer<Statement?>,
      UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) -> CInt
  let step: @Sendable @convention(c) (Statement) -> CInt
  let finalize: @Sendable @convention(c) (Statement?) -> CInt
  let bindText:
    @Sendable @convention(c) (
      Statement, CInt, UnsafePointer<CChar>?, CInt, UnsafeRawPointer?
    ) -> CInt
  let columnCount: @Sendable @convention(c) (Statement) -> CInt
  let columnName: @Sendable @convention(c) (Statement, CInt) -> UnsafePointer<CChar>?
  let columnType: @Sendable @convention(c) (Statement, CInt) -> CInt
  let columnInteger: @Sendable @convention(c) (Statement, CInt) -> Int64
  let columnDouble: @Sendable @convention(c) (Statement, CInt) -> Double
  let columnBytes: @Sendable @convention(c) (Statement, CInt) -> UnsafeRawPointer?
  let columnText: @Sendable @convention(c) (Statement, CInt) -> UnsafeRawPointer?
  let columnLength: @Sendable @convention(c) (Statement, CInt) -> CInt
  let setProgress:
    @Sendable @convention(c) (Database, CInt, Progress?, UnsafeMutableRawPointer?) -> Void
  let setBusyTimeout: @Sendable @convention(c) (Database, CInt) -> CInt

  init() throws(FeedError.Reason) {
    let library = try DynamicLibrary(["libsqlite3.so.0", "libsqlite3.so"], package: "libsqlite3-0")
    open = try library.function("sqlite3_open_v2")
    close = try library.function("sqlite3_close_v2")
    message = try library.function("sqlite3_errmsg")
    prepare = try library.function("sqlite3_prepare_v2")
    step = try library.function("sqlite3_step")
    finalize = try library.function("sqlite3_finalize")
    bindText = try library.function("sqlite3_bind_text")
    columnCount = try library.function("sqlite3_column_count")
    columnName = try library.function("sqlite3_column_name")
    columnType = try library.function("sqlite3_column_type")
    columnInteger = try library.function("sqlite3_column_int64")
    columnDouble = try library.function("sqlite3_column_double")
    columnBytes = try library.function("sqlite3_column_blob")
    columnText = try library.function("sqlite3_column_text")
    columnLength = try library.function("sqlite3_column_bytes")
    setProgress = try library.function("sqlite3_progress_handler")
    setBusyTimeout = try library.function("sqlite3_busy_timeout")
  }
}
