/// A command's JSON output, with the version of its format.
///
/// `docs/schemas` holds a schema for each command. The version increases when a field is removed, renamed, or changes
/// its meaning.
package struct VersionedRecord<Record: Encodable>: Encodable {
  package var record: Record

  package init(record: Record) { self.record = record }

  private enum CodingKeys: CodingKey { case version }

  package func encode(to encoder: any Encoder) throws {
    try record.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(1, forKey: .version)
  }
}
