import Foundation

extension ThreadGovernor.Reading {
  /// Reads the clocks; `idle` only on request, since it takes reading a file.
  static func now(readingIdle: Bool) -> Self {
    Self(
      wall: seconds(CLOCK_MONOTONIC), used: seconds(CLOCK_PROCESS_CPUTIME_ID), idle: readingIdle ? idleSeconds() : nil)
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Returns the idle time of all cores since the system started; `nil` if unknown.
  private static func idleSeconds() -> Double? {
    #if canImport(Darwin)
      var load = host_cpu_load_info()
      var size = mach_msg_type_number_t(MemoryLayout<host_cpu_load_info>.size / MemoryLayout<integer_t>.size)
      let result = withUnsafeMutablePointer(to: &load) { load in
        load.withMemoryRebound(to: integer_t.self, capacity: Int(size)) {
          host_statistics(mach_host_self(), HOST_CPU_LOAD_INFO, $0, &size)
        }
      }
      guard result == KERN_SUCCESS else { return nil }
      // User, system, idle, nice.
      return Double(load.cpu_ticks.2) / Double(sysconf(_SC_CLK_TCK))
    #else
      // Fields 4 and 5 of the first line, see proc(5).
      guard let file = fopen("/proc/stat", "re") else { return nil }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 256)
      guard fgets(&line, Int32(line.count), file) != nil else { return nil }
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let fields = text.split(separator: " ")
      guard fields.first == "cpu", fields.count > 5, let idle = Double(fields[4]), let waiting = Double(fields[5])
      else { return nil }
      return (idle + waiting) / Double(sysconf(Int32(_SC_CLK_TCK)))
    #endif
  }
}
