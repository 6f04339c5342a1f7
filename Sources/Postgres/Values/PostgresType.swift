import Foundation

/// The numbers of built-in types (`pg_type.dat` in PostgreSQL's source), and the server's time.
enum PostgresType {
  static let bool: UInt32 = 16
  static let bytea: UInt32 = 17
  static let name: UInt32 = 19
  static let int8: UInt32 = 20
  static let int2: UInt32 = 21
  static let int4: UInt32 = 23
  static let text: UInt32 = 25
  static let oid: UInt32 = 26
  static let json: UInt32 = 114
  static let float4: UInt32 = 700
  static let float8: UInt32 = 701
  static let unknown: UInt32 = 705
  static let byteaArray: UInt32 = 1001
  static let textArray: UInt32 = 1009
  static let int8Array: UInt32 = 1016
  static let float4Array: UInt32 = 1021
  static let float8Array: UInt32 = 1022
  static let char: UInt32 = 1042
  static let varchar: UInt32 = 1043
  static let timestamptz: UInt32 = 1184
  /// Types of extensions have numbers from here on.
  static let firstOfExtensions: UInt32 = 16384

  /// The server counts from 2000-01-01, Foundation from 2001-01-01, both in UTC: 366 days.
  private static let offset: Int64 = 366 * 86_400

  /// Microseconds since 2000.
  static func microseconds(_ date: Date) -> Int64 {
    let seconds = date.timeIntervalSinceReferenceDate
    let whole = seconds.rounded(.down)
    guard seconds.isFinite, abs(whole) < 9e12 else { return seconds < 0 ? .min : .max }
    return (Int64(whole) + offset) * 1_000_000 + Int64(((seconds - whole) * 1_000_000).rounded())
  }

  /// The date of microseconds since 2000.
  static func date(_ microseconds: Int64) -> Date {
    switch microseconds {
    case .max: return Date(timeIntervalSinceReferenceDate: .infinity)
    case .min: return Date(timeIntervalSinceReferenceDate: -.infinity)
    default:
      let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
      return Date(timeIntervalSinceReferenceDate: Double(seconds - offset) + Double(rest) / 1_000_000)
    }
  }
}
