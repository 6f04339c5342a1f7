extension Conversion {
  /// Days on which an event takes place, a task is due, or somebody has a birthday. Days count from 1 January 1970.
  public struct Occurrence: Sendable, Hashable {
    /// What takes place.
    public enum Kind: Int, Sendable, Hashable, CaseIterable {
      /// An event or a journal entry, the day on which a task is due, or a birthday or anniversary.
      case event, task, anniversary
    }

    /// The line of the text that names it, from 1.
    public var line: Int
    /// The first and the last day.
    public var days: ClosedRange<Int>
    /// The minute of the first day at which it begins; `nil` for whole days.
    public var start: Int?
    /// The minute of the last day at which it ends; `nil` for whole days, or if it has no length.
    public var end: Int?
    /// What takes place.
    public var kind: Kind
    /// Whether it is called off.
    public var isCancelled: Bool

    /// Creates an occurrence.
    public init(
      line: Int, days: ClosedRange<Int>, start: Int? = nil, end: Int? = nil, kind: Kind = .event,
      isCancelled: Bool = false
    ) {
      (self.line, self.days, self.start, self.end) = (line, days, start, end)
      (self.kind, self.isCancelled) = (kind, isCancelled)
    }
  }
}

extension Conversion.Occurrence: Codable {
  /// Reads a list of numbers: a calendar may have many thousands of them.
  public init(from decoder: any Decoder) throws {
    var numbers = try decoder.unkeyedContainer()
    line = try numbers.decode(Int.self)
    let first = try numbers.decode(Int.self)
    let last = try numbers.decode(Int.self)
    let rawKind = try numbers.decode(Int.self)
    isCancelled = try numbers.decode(Int.self) != 0
    start = try numbers.decodeIfPresent(Int.self)
    end = try numbers.decodeIfPresent(Int.self)
    guard first <= last, let known = Kind(rawValue: rawKind) else {
      throw DecodingError.dataCorruptedError(in: numbers, debugDescription: "no days, or an unknown kind")
    }
    (days, kind) = (first...last, known)
  }

  /// Writes a list of numbers.
  public func encode(to encoder: any Encoder) throws {
    var numbers = encoder.unkeyedContainer()
    for number in [line, days.lowerBound, days.upperBound, kind.rawValue, isCancelled ? 1 : 0] {
      try numbers.encode(number)
    }
    for number in [start, end] {
      if let number { try numbers.encode(number) } else { try numbers.encodeNil() }
    }
  }
}
