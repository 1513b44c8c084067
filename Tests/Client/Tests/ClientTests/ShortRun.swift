/// A Boolean value that indicates whether laws are verified over more seeds; here never.
let isLongRun = false
