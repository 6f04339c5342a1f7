import ForeignFormats

/// Converts texts, sheets and slides of LibreOffice (OASIS OpenDocument).
enum OpenDocumentConverter {
  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    let archive = try ZipArchive(bytes)
    if let manifest = try archive.xml("META-INF/manifest.xml"),
      withExtendedLifetime(manifest, { manifest.root.first("encryption-data") != nil })
    {
      throw ConversionError.encrypted
    }
    guard let content = try archive.xml("content.xml") else { throw ConversionError.damaged("content.xml is missing") }
    let meta = try archive.xml("meta.xml")
    // Without it, only headings and numbers that its styles make are missing.
    let styles = try? archive.xml("styles.xml")
    return withExtendedLifetime((content, meta, styles)) {
      var walk = OpenDocumentWalk(OpenDocumentStyles(content.root, styles?.root), OpenDocumentObjects(archive))
      walk.write(content.root.first("body") ?? content.root)
      return walk.writer.conversion(title: meta?.root.first("title")?.text, unit: walk.unit, remarks: walk.remarks)
    }
  }
}
