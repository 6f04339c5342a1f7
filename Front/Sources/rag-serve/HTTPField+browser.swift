import HTTPTypes

extension HTTPField.Name {
  /// What a browser says to other servers of the page that a link is on.
  static let referrerPolicy = named("Referrer-Policy")
  /// Which pages may share a window with this one.
  static let crossOriginOpenerPolicy = named("Cross-Origin-Opener-Policy")

  private static func named(_ text: String) -> Self {
    guard let name = Self(text) else { preconditionFailure("\(text) is no name of a field") }
    return name
  }
}
