/// The values of `format` that are enforced, as patterns of the standards that define them.
///
/// Draft 2020-12 takes `format` for a remark; older drafts and people mean a limit. So a document that names that draft
/// and has a format is refused, formats of JSON Schema that have no pattern here are refused by name, and a format
/// that JSON Schema does not know is a remark.
enum TextFormat {
  /// The pattern of a format.
  static func pattern(of format: String) -> String? { patterns[format] }

  /// The smallest and the largest integer of a format of OpenAPI 3.0.
  static func range(of format: String) -> ClosedRange<Int>? {
    switch format {
    case "int32": Int(Int32.min)...Int(Int32.max)
    case "int64": Int.min...Int.max
    default: nil
    }
  }

  /// Formats of JSON Schema and its drafts that are not enforced.
  static let refused: Set<String> = [
    "duration", "hostname", "host-name", "idn-email", "idn-hostname", "ip-address", "ipv6", "iri", "iri-reference",
    "json-pointer", "regex", "relative-json-pointer", "uri-reference", "uri-template",
  ]

  private static let patterns: [String: String] = [
    "date": "^\(date)$",
    "time": "^\(time)$",
    "date-time": "^\(date)[Tt]\(time)$",
    "uuid": "^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
    "ipv4": "^\(octet)(?:\\.\(octet)){3}$",
    "email": "^\(localPart)@(?:\(label)(?:\\.\(label))*|\\[\(octet)(?:\\.\(octet)){3}\\])$",
    "uri":
      "^[A-Za-z][A-Za-z0-9+.-]*:(?:\(authority)(?:/\(pathCharacter)*)*|/(?:\(pathCharacter)+(?:/\(pathCharacter)*)*)?"
      + "|\(pathCharacter)+(?:/\(pathCharacter)*)*|)(?:\\?(?:\(pathCharacter)|[/?])*)?(?:#(?:\(pathCharacter)|[/?])*)?$",
  ]

  /// RFC 3339, section 5.6: days of months, and leap years.
  private static let date =
    "(?:\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)"
    + "|02-(?:0[1-9]|1\\d|2[0-8]))"
    + "|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)"

  /// RFC 3339, section 5.6; leap seconds at 23:59:60 of UTC.
  private static let time =
    "(?:(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d)(?:\\.\\d{1,20})?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)"
    + "|23:59:60(?:\\.\\d{1,20})?(?:[Zz]|[+-]00:00))"

  /// RFC 2673, section 3.2.
  private static let octet = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)"

  /// RFC 5321, section 4.1.2.
  private static let localPart =
    "(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    + "|\"(?:[ !#-\\[\\]-~]|\\\\[ -~])*\")"
  private static let label = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"

  /// RFC 3986, appendix A; what stands in brackets is an address of IPv6.
  private static let authority =
    "//(?:(?:[A-Za-z0-9._~!$&'()*+,;=:-]|\(percent))*@)?"
    + "(?:\\[[0-9A-Fa-f:.]+\\]|(?:[A-Za-z0-9._~!$&'()*+,;=-]|\(percent))*)(?::\\d{0,5})?"
  private static let pathCharacter = "(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|\(percent))"
  private static let percent = "%[0-9A-Fa-f]{2}"
}

extension SchemaNode {
  /// The patterns that a text must match, those of its formats among them.
  var allPatterns: [String] { patterns + formats.compactMap(TextFormat.pattern) }
}
