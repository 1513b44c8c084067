import Glibc

/// The resident memory of this process, in bytes.
func residentBytes() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var (total, resident) = (0, 0)
  withUnsafeMutablePointer(to: &total) { total in
    withUnsafeMutablePointer(to: &resident) { resident in
      _ = withVaList([total, resident]) { vfscanf(file, "%ld %ld", $0) }
    }
  }
  return resident * sysconf(Int32(_SC_PAGESIZE))
}
