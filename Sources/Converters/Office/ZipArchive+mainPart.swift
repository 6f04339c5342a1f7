extension ZipArchive {
  /// Returns the name of an Office document's main part (ECMA-376, Part 2, 9.3).
  ///
  /// - Parameter usual: What programs call it.
  func mainPart(orUsual usual: String) -> String {
    guard let document = try? xml("_rels/.rels") else { return usual }
    let target = withExtendedLifetime(document) {
      document.root.all("Relationship").first { $0.attribute("Type")?.hasSuffix("/officeDocument") == true }?
        .attribute("Target")
    }
    guard let part = target.map({ Self.resolve($0, from: "") }), names.contains(part) else { return usual }
    return part
  }
}
