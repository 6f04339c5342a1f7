import ForeignFormats
package import VectorStore

extension Document {
  /// Whether its pictures may have text that nothing has read yet.
  var awaitsRecognition: Bool { problem.map(ScannedPages.awaitReading) == true }

  /// Whether some of its text was read from pictures.
  package var wasRecognized: Bool { problem.map(ScannedPages.wereRead) == true }
}

extension FolderSettings {
  /// Whether text on pictures is read: it was asked for, and `tesseract` is installed.
  var readScans: Bool { contains(.scans) && ScannedPages.recognizer != nil }
}
