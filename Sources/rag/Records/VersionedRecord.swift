/// A command's JSON output, with the version of its format.
///
/// `docs/schemas` holds a schema for each command. The version increases when a field is removed, renamed, or changes
/// its meaning.
struct VersionedRecord<Record: Encodable>: Encodable {
  var record: Record

  private enum CodingKeys: CodingKey { case version }

  func encode(to encoder: any Encoder) throws {
    try record.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(1, forKey: .version)
  }
}
