import Foundation

/// The values of `format` that are enforced, as patterns from the standards that define them.
///
/// Drafts from 2019-09 on treat `format` as an annotation; older drafts, and most people, mean a limit. So a document
/// that names such a draft and has a format is rejected. Formats of JSON Schema without a pattern here are rejected by
/// name; unknown formats are annotations.
enum TextFormat {
  /// Returns the pattern of a format. All that matches it has the format; `allows` handles the few other texts that do.
  static func pattern(of format: String) -> String? { patterns[format] }

  /// Whether a text has a format.
  ///
  /// Beyond the pattern, it allows quoted names and IP addresses in email addresses, and leap seconds in time zones
  /// other than UTC: 23:59:60 in UTC is 15:59:60-08:00.
  static func allows(_ text: String, _ format: String) -> Bool {
    guard let pattern = pattern(of: format) else { return true }
    if PatternCache.automaton(of: pattern)?.matches(text) == true { return true }
    if format == "email" { return PatternCache.automaton(of: anyAddress)?.matches(text) == true }
    guard format == "time" || format == "date-time",
      let leap = text.firstMatch(of: /(\d\d):(\d\d):60((?:\.\d+)?)([+-])(\d\d):(\d\d)$/)
    else { return false }
    let numbers = [leap.1, leap.2, leap.5, leap.6].compactMap { Int($0) }
    let zone = (numbers[2] * 60 + numbers[3]) * (leap.4 == "+" ? -1 : 1)
    guard (numbers[0] * 60 + numbers[1] + zone + 1_440) % 1_440 == 1_439 else { return false }
    // The same text one second earlier, which any time zone allows.
    let second = text.replacingCharacters(
      in: leap.range, with: "\(leap.1):\(leap.2):59\(leap.3)\(leap.4)\(leap.5):\(leap.6)")
    return PatternCache.automaton(of: pattern)?.matches(second) == true
  }

  /// Returns the smallest and the largest integer of a format of OpenAPI 3.0.
  static func range(of format: String) -> ClosedRange<Int>? {
    switch format {
    case "int32": Int(Int32.min)...Int(Int32.max)
    case "int64": Int.min...Int.max
    default: nil
    }
  }

  /// Formats of JSON Schema and its drafts that are not enforced.
  static let refused: Set<String> = [
    "hostname", "host-name", "idn-email", "idn-hostname", "ip-address", "iri", "iri-reference", "regex", "uri-template",
  ]

  private static let patterns: [String: String] = [
    "date": "^\(date)$",
    "time": "^\(time)$",
    "date-time": "^\(date)[Tt]\(time)$",
    "uuid": "^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
    "ipv4": "^\(ipv4)$",
    "ipv6": "^\(ipv6)$",
    "duration": "^P(?:\\d+W|\(dateDuration)(?:T\(timeDuration))?|T\(timeDuration))$",
    "json-pointer": "^\(jsonPointer)$",
    "relative-json-pointer": "^(?:0|[1-9]\\d*)(?:#|\(jsonPointer))$",
    "email": "^\(dotted)@\(domain)$",
    "uri": "^(?:\(scheme):(?:\(authority)\(paths)|\(absolutePath)|)|\(scheme):\(pathCharacter)+\(paths))\(ending)$",
    "uri-reference":
      "^(?:(?:\(scheme):)?(?:\(authority)\(paths)|\(absolutePath)|)|\(scheme):\(pathCharacter)+\(paths)"
      + "|\(firstSegment)\(paths))\(ending)$",
  ]

  /// RFC 3339, section 5.6: days of months, and leap years.
  private static let date =
    "(?:\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)"
    + "|02-(?:0[1-9]|1\\d|2[0-8]))"
    + "|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)"

  /// RFC 3339, section 5.6; leap seconds at 23:59:60 in UTC.
  private static let time =
    "(?:(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d)(?:\\.\\d{1,20})?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)"
    + "|23:59:60(?:\\.\\d{1,20})?(?:[Zz]|[+-]00:00))"

  /// RFC 2673, section 3.2.
  private static let octet = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)"
  private static let ipv4 = "\(octet)(?:\\.\(octet)){3}"

  /// RFC 4291, section 2.2, in the form of RFC 3986, appendix A: by the number of groups before and after `::`.
  private static let ipv6: String = {
    let group = "[0-9A-Fa-f]{1,4}"
    let last = "(?:\(group):\(group)|\(ipv4))"
    let before = ["::"] + (0...6).map { "(?:(?:\(group):){0,\($0)}\(group))?::" }
    let behind = (0...5).reversed().map { "(?:\(group):){\($0)}\(last)" } + [group, ""]
    return "(?:" + (["(?:\(group):){6}\(last)"] + zip(before, behind).map { $0 + $1 }).joined(separator: "|") + ")"
  }()

  /// RFC 3339, appendix A.
  private static let dateDuration = "(?:\\d+Y(?:\\d+M(?:\\d+D)?)?|\\d+M(?:\\d+D)?|\\d+D)"
  private static let timeDuration = "(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)"

  /// RFC 6901, section 3.
  private static let jsonPointer = "(?:/(?:[^/~]|~[01])*)*"

  /// RFC 5321, section 4.1.2.
  private static let dotted = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
  private static let label = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
  private static let domain = "\(label)(?:\\.\(label))*"
  private static let anyAddress =
    "^(?:\(dotted)|\"(?:[ !#-\\[\\]-~]|\\\\[ -~])*\")@(?:\(domain)|\\[(?:\(ipv4)|IPv6:\(ipv6))\\])$"

  /// RFC 3986, appendix A.
  private static let scheme = "[A-Za-z][A-Za-z0-9+.-]*"
  private static let authority =
    "//(?:(?:[A-Za-z0-9._~!$&'()*+,;=:-]|\(percent))*@)?"
    + "(?:\\[(?:\(ipv6)|[vV][0-9A-Fa-f]+\\.[A-Za-z0-9._~!$&'()*+,;=:-]+)\\]"
    + "|(?:[A-Za-z0-9._~!$&'()*+,;=-]|\(percent))*)(?::\\d{0,5})?"
  private static let pathCharacter = "(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|\(percent))"
  /// The first segment of a relative path, without a colon, which would end a scheme.
  private static let firstSegment = "(?:[A-Za-z0-9._~!$&'()*+,;=@-]|\(percent))+"
  private static let paths = "(?:/\(pathCharacter)*)*"
  private static let absolutePath = "/(?:\(pathCharacter)+\(paths))?"
  /// The query and the fragment.
  private static let ending = "(?:\\?(?:\(pathCharacter)|[/?])*)?(?:#(?:\(pathCharacter)|[/?])*)?"
  private static let percent = "%[0-9A-Fa-f]{2}"
}

extension SchemaNode {
  /// The patterns that a text must match, including those of its formats.
  var allPatterns: [String] { patterns + formats.compactMap(TextFormat.pattern) }
}
