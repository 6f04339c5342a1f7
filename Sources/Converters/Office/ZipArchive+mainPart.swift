extension ZipArchive {
  /// Returns the name of an Office document's main part (ECMA-376, Part 2, 9.3).
  ///
  /// - Parameter usual: What programs call it.
  func mainPart(orUsual usual: String) -> String {
    guard let part = (try? relationsByType(of: ""))?["officeDocument"], names.contains(part) else { return usual }
    return part
  }
}
