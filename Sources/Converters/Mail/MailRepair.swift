/// Repairs the headers of a message before GMime reads them, as mail programs do when they show it.
///
/// Of fields that stand twice, one counts. Names in pieces (RFC 2231) and words in pieces (RFC 2047) become whole: the
/// pieces may cut a letter in two.
struct MailRepair {
  private let bytes: [UInt8]
  private let isMailbox: Bool
  private var repaired: [UInt8] = []
  /// Of all multiparts so far, without spaces.
  private var boundaries: Set<String> = []

  /// The fields of which one counts.
  private static let single: Set<String> = [
    "content-type", "content-transfer-encoding", "content-disposition", "subject", "date",
  ]

  static func repaired(_ bytes: [UInt8], isMailbox: Bool) -> [UInt8] {
    var repair = MailRepair(bytes: bytes, isMailbox: isMailbox)
    repair.repair()
    return repair.repaired
  }

  private init(bytes: [UInt8], isMailbox: Bool) { (self.bytes, self.isMailbox) = (bytes, isMailbox) }

  private mutating func repair() {
    repaired.reserveCapacity(bytes.count)
    var place = 0
    var isHeader = true
    while place < bytes.count {
      if isHeader {
        let (end, holdsMessage) = header(from: place)
        (place, isHeader) = (end, holdsMessage)
        continue
      }
      let end = endOfLine(from: place)
      let line = bytes[place..<end]
      repaired += line
      place = end
      // Headers follow the lines between parts and messages.
      isHeader = isBoundary(line) || isMailbox && line.starts(with: "From ".utf8)
    }
  }

  private func endOfLine(from start: Int) -> Int {
    var place = start
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "\n") { return place + 1 }
      place += 1
    }
    return place
  }

  private func isBoundary(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.starts(with: "--".utf8), !boundaries.isEmpty else { return false }
    return boundaries.contains(String(decoding: line.dropFirst(2).filter { $0 > 0x20 }, as: UTF8.self))
  }

  // MARK: Headers

  /// Copies a header with its last, empty line.
  ///
  /// - Returns: Where it ends, and whether another message's header follows.
  private mutating func header(from start: Int) -> (end: Int, holdsMessage: Bool) {
    var fields: [MailField] = []
    var place = start
    while place < bytes.count {
      let end = endOfLine(from: place)
      let line = bytes[place..<end]
      if line.allSatisfy({ $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) { break }
      if let first = line.first, first == 0x20 || first == 0x09, !fields.isEmpty {
        fields[fields.count - 1].bytes += line
      } else {
        fields.append(MailField(bytes: Array(line)))
      }
      place = end
    }
    var kept: [String: Int] = [:]
    for (number, field) in fields.enumerated() where Self.single.contains(field.name) {
      // The first counts, but of two types the one whose parts are there.
      let isBetter =
        field.name == "content-type" && kept[field.name].map { !hasParts(fields[$0], below: place) } ?? true
      if kept[field.name] == nil || isBetter && hasParts(field, below: place) { kept[field.name] = number }
    }
    for (number, field) in fields.enumerated() where kept[field.name] ?? number == number {
      repaired += field.repaired
    }
    let end = endOfLine(from: place)
    repaired += bytes[place..<end]
    let type = kept["content-type"].map { fields[$0].text } ?? ""
    if let boundary = Self.boundary(in: type) { boundaries.insert(boundary.filter { $0 != " " }) }
    return (end, ["message/rfc822", "message/global"].contains(MailParameters(type).first.lowercased()))
  }

  /// How far below a header the first of its parts is looked for.
  private static let longestPreamble = 10_000

  private static func boundary(in type: String) -> String? {
    guard type.lowercased().contains("multipart/") else { return nil }
    return MailParameters(type).value(of: "boundary").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether a field names a boundary that stands below the header.
  private func hasParts(_ field: MailField, below place: Int) -> Bool {
    guard let boundary = Self.boundary(in: field.text) else { return false }
    let mark = Array(("--" + boundary).utf8)
    let body = bytes[place...].prefix(Self.longestPreamble)
    return body.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: mark) }
  }
}
