// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// The part of Apple's module that `AppleSessions` uses.
public struct UTType: Sendable, Hashable, Codable {
  public let identifier: String
  public init(exportedAs identifier: String) { self.identifier = identifier }
}
