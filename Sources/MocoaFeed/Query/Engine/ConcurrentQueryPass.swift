import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Goes through the rows of a feed on several processors, and hands over what was made of them in
/// the order of the rows.
///
/// The rows are taken in rounds: each worker goes through a stretch of some megabytes, and makes
/// something of its rows that meet the condition; what the workers have made is handed over,
/// stretch by stretch, and the next round begins.
struct ConcurrentQueryPass {
  private let workers: [Worker]
  private let rowsPerStep: Int

  /// A pass of its own for each thread, since the source is read into its buffer, and a condition
  /// of its own, since threads that share a regular expression wait for each other.
  private final class Worker: Sendable {
    let pass: Mutex<QueryPass>

    init(over model: FeedListModel, condition: Condition) {
      pass = Mutex(QueryPass(over: model, condition: condition))
    }
  }

  /// The most workers; more would wait for memory.
  private static let mostWorkers = 8

  /// Makes a pass.
  ///
  /// - Parameters:
  ///   - model: The feed.
  ///   - condition: What rows must meet.
  ///   - workers: How many threads there are; nil means half as many as processors, of which two
  ///     are often one core, and are then no faster than one.
  ///   - rowsPerStep: How long a stretch is; nil means some megabytes.
  init(
    over model: FeedListModel, condition: Condition, workers: Int? = nil, rowsPerStep: Int? = nil
  ) {
    let workers = workers ?? Int(sysconf(CInt(_SC_NPROCESSORS_ONLN))) / 2
    self.workers = (0..<min(Self.mostWorkers, max(1, workers))).map { number in
      Worker(over: model, condition: number == 0 ? condition : condition.copyForThread)
    }
    self.rowsPerStep = rowsPerStep ?? QueryPass.rowsPerStep(of: model)
  }

  /// Goes through rows.
  ///
  /// - Parameters:
  ///   - rows: The numbers of the rows.
  ///   - empty: What each stretch begins with.
  ///   - body: Is given each row that meets the condition, with its bytes, and adds it to what has
  ///     been made of the stretch; on any thread.
  ///   - step: Is given a stretch of rows and what was made of it, in order, on the calling thread;
  ///     returns whether to go on.
  /// - Returns: Whether it came to the end.
  /// - Throws: A `FeedError` where the source cannot be read any more; the stretches before have
  ///   been handed over then.
  @discardableResult
  func run<Made: Sendable>(
    _ rows: Range<Int>, empty: Made,
    body: @escaping @Sendable (Int, UnsafeRawBufferPointer, inout Made) -> Void,
    step: (Range<Int>, Made) throws -> Bool
  ) throws -> Bool {
    var start = rows.lowerBound
    while start < rows.upperBound {
      var steps: [Range<Int>] = []
      while steps.count < workers.count, start < rows.upperBound {
        steps.append(start..<min(rows.upperBound, start + rowsPerStep))
        start = steps[steps.count - 1].upperBound
      }
      let made = runRound(steps, empty, body)
      for (rows, made) in zip(steps, made) {
        guard try step(rows, made.get()) else { return false }
      }
    }
    return true
  }

  private func runRound<Made: Sendable>(
    _ steps: [Range<Int>], _ empty: Made,
    _ body: @escaping @Sendable (Int, UnsafeRawBufferPointer, inout Made) -> Void
  ) -> [Result<Made, any Error>] {
    guard steps.count > 1 else {
      return steps.map { rows in Self.run(rows, workers[0], empty, body) }
    }
    let results = Mutex<[Result<Made, any Error>?]>(Array(repeating: nil, count: steps.count))
    DispatchQueue.concurrentPerform(iterations: steps.count) { index in
      let result = Self.run(steps[index], workers[index], empty, body)
      results.withLock { $0[index] = result }
    }
    return results.withLock { $0.compactMap(\.self) }
  }

  private static func run<Made: Sendable>(
    _ rows: Range<Int>, _ worker: Worker, _ empty: Made,
    _ body: @Sendable (Int, UnsafeRawBufferPointer, inout Made) -> Void
  ) -> Result<Made, any Error> {
    worker.pass.withLock { pass in
      var made = empty
      do {
        try pass.run(rows) {
          body($0, $1, &made)
        } step: { _ in
          true
        }
        return .success(made)
      } catch {
        return .failure(error)
      }
    }
  }
}

extension Condition {
  /// An equal condition that shares nothing that only one thread at a time can use.
  fileprivate var copyForThread: Condition {
    switch self {
    case .all(let conditions): .all(conditions.map(\.copyForThread))
    case .any(let conditions): .any(conditions.map(\.copyForThread))
    case .not(let condition): .not(condition.copyForThread)
    case .matches(let path, let pattern): .matches(path, pattern.copyForThread)
    case .text(let pattern): .text(pattern.copyForThread)
    case .constant, .isTrue, .exists, .comparison: self
    }
  }
}
