// Usage: Benchmarks [AREA]. Prints one tab-separated line a case: name, median in milliseconds,
// ratio, reference.

let areas: [BenchmarkArea] = [
  diffBenchmarks, CoreBenchmarks.area, FeedBenchmarks.area, QueryBenchmarks.area,
  EngineBenchmarks.area,
  WatchBenchmarks.area, FollowBenchmarks.area, DrawBenchmarks.area, ListBenchmarks.area,
  ToolkitBenchmarks.area,
]

let chosen = CommandLine.arguments.dropFirst().first
for area in areas where chosen == nil || chosen == area.name {
  try area.run()
}
