import Foundation

/// Pages that are pictures, and the program that recognizes letters on them.
public enum ScannedPages {
  /// What is said of pages that were not tried.
  public static let unread = "have no text"
  /// What is said of pages on which no letter was found.
  public static let without = "have no text that OCR finds"
  /// What is said of pages that were read.
  public static let recognized = "are read by OCR"
  /// What is said of a document of nothing but such pages.
  public static let onlyPictures = "it has no text, only pictures"

  /// The path of `tesseract`; `nil` if it is not installed.
  public static let recognizer: String? = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { $0 + "/tesseract" }
    .first(where: FileManager.default.isExecutableFile)

  /// Whether what is said of a document means that its pictures may have text that nothing has read yet.
  public static func awaitReading(_ problem: String) -> Bool {
    problem.contains(onlyPictures) || problem.contains(unread) && !problem.contains(without)
  }

  /// Whether what is said of a document means that some of its text was read from pictures.
  public static func wereRead(_ problem: String) -> Bool { problem.contains(recognized) }
}
