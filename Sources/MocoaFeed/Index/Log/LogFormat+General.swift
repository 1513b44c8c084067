// The format of any log: lines with a time in front.

extension LogFormat {
  /// A pattern of its own where nearly all lines have it, as they may have that of pacman, and one
  /// among others elsewhere.
  static let levelInBrackets = "[{time}] [{level}] {message}"

  /// Any line with a time in front, and perhaps a level.
  static let generalEntry: Entry = (
    "times",
    [
      "{time} {level}: {message}": "2026-11-24 10:11:12 ERROR: no",
      "{time} {level} - {message}": "2026-11-24 10:11:12 WARN - no",
      "{time} - {level} - {message}": "11/24/2026 10:11:12 - WARN - no",
      "{time} [{level}] {message}": "2026-11-24 10:11:12 [info ] yes",
      "{time} [{level}]: {message}": "2026-11-24 10:11:12 [info]: yes",
      "{time} {level} {message}": "2026-11-24 10:11:12 INFO yes",
      "{time}: [{level}] {message}": "2026-11-24 10:11:12: [error] no",
      "{time}:{level}:{message}": "2026-11-24 10:11:12,345:DEBUG:yes",
      "{time} | {level} | {message}": "2026-11-24 10:11:12 |  INFO | yes",
      "[{time}] {level}: {message}": "[2026-11-24 10:11:12] ERROR: no",
      levelInBrackets: "[2026-11-24 10:11:12] [WARN ] no",
      "[{time}] [{level}]: {message}": "[2026-11-24 10:11:12] [WARN]: no",
      "[{time}] {level} {message}": "[2026-11-24 10:11:12] INFO yes",
      "{level} {time} {message}": "INFO 2026-11-24 10:11:12,345 yes",
      "{level} [{time}] {message}": "INFO [2026-11-24 10:11:12] yes",
      "[{level}] {time} {message}": "[INFO] 2026-11-24 10:11:12 yes",
      "[{level}] [{time}] {message}": "[INFO] [2026-11-24 10:11:12] yes",
      "[{level}] - [{time}] - {message}": "[INFO] - [2026-11-24 10:11:12] - yes",
      "{level}: [{time}] {message}": "INFO: [2026-11-24 10:11:12] yes",
      "{level}: {time} {message}": "INFO: 2026-11-24 10:11:12 yes",
      "{level}:{time} {message}": "INFO:2026-11-24 10:11:12 yes",
      "{level} | {time} | {message}": "INFO | 2026-11-24 10:11:12 | yes",
      "{level} - {time} - {message}": "INFO - 2026-11-24 10:11:12 - yes",
      "{time} [{thread}] {level}: {message}": "2026-11-24 10:11:12 [main] WARN: low",
      "{time} [{thread}] {level} {message}": "2026-11-24 10:11:12 [main] WARN low",
      "{time} {level}[{pid:number}]: {message}": "2026-11-24 10:11:12 INFO[12]: yes",
      "{time} -- {level} -- {message}": "2026-11-24 10:11:12 -- INFO -- yes",
      "{time} <{level}> {message}": "2026-11-24 10:11:12 <INFO> yes",
      "{time} ({level}) {message}": "2026-11-24 10:11:12 (INFO) yes",
      "{time} *{level}* {message}": "2026-11-24 10:11:12 *INFO* yes",
      "{time} :: {level} :: {message}": "2026-11-24 10:11:12 :: INFO :: yes",
      "{time} - [{level}] - {message}": "2026-11-24 10:11:12 - [INFO] - yes",
      "{time} - [{level}] {message}": "2026-11-24 10:11:12 - [INFO] yes",
      "{time} - {level}: {message}": "2026-11-24 10:11:12 - INFO: yes",
      "{time}: {level}: {message}": "2026-11-24 10:11:12: INFO: yes",
      "{time}: {level} {message}": "2026-11-24 10:11:12: INFO yes",
      "[{time}] - [{level}] - {message}": "[2026-11-24 10:11:12] - [INFO] - yes",
      "[{time}] - {level} - {message}": "[2026-11-24 10:11:12] - INFO - yes",
      "[{time}] ({level}) {message}": "[2026-11-24 10:11:12] (INFO) yes",
      "[{time}] <{level}> {message}": "[2026-11-24 10:11:12] <INFO> yes",
      "[{time}][{level}] {message}": "[2026-11-24 10:11:12][INFO ] yes",
      "[{time} - {level}] {message}": "[2026-11-24 10:11:12 - INFO] yes",
      "{time} [{thread}] [{level}] {message}": "2026-11-24 10:11:12 [main] [INFO] yes",
      "{time} {level}": "2026-11-24 10:11:12 INFO",
      "{level} {time}": "INFO 2026-11-24 10:11:12",
      "[{level}] {time}": "[INFO] 2026-11-24 10:11:12",
      "[{time}] {message}": "[10.30 16:49:06] chrome.exe - host:443 open",
      "{time}: {message}": "2026-11-24 10:11:12: yes",
      "{time}|{message}": "2026-11-24 10:11:12|17|yes",
      "{time} | {message}": "2026-11-24 10:11:12 | 17 | yes",
      "{time} -> {message}": "Tue Nov 24 10:11:12 2026 -> yes",
      "[{time}]": "[Tue Nov 24 10:11:12 2026]",
      "{time} {message}": "2024/01/02 10:11:12 up: 5",
    ]
  )

  /// Any line with a time or a level in front, as members with other names.
  ///
  /// - Parameter names: The members for times, levels and messages.
  /// - Returns: The format.
  static func general(as names: (time: String, level: String, message: String)) -> LogFormat {
    let others = ["{time}", "{level}: {message}", "[{level}] {message}", "{level} {message}"]
    let patterns = (general.patterns.map(\.text) + others).map { text in
      text.replacing("{time}", with: "{\(names.time):time}")
        .replacing("{level}", with: "{\(names.level):level}")
        .replacing("{message}", with: "{\(names.message):message}")
    }
    return LogFormat(general.name, patterns.compactMap { try? LogPattern($0) })
  }

  /// The format of any line with a time in front.
  static let general = LogFormat(generalEntry)
}
