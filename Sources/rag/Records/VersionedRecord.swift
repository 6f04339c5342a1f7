/// What a command prints as JSON, with the version of its format.
///
/// `docs/schemas` holds a schema for each command. The version rises when a field goes or changes its name or meaning.
struct VersionedRecord<Record: Encodable>: Encodable {
  var record: Record

  private enum CodingKeys: CodingKey { case version }

  func encode(to encoder: any Encoder) throws {
    try record.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(1, forKey: .version)
  }
}
