public import Foundation

/// Why a file has no text to index.
public enum ConversionError: LocalizedError, Hashable {
  case encrypted
  /// What was expected and found.
  case damaged(String)
  /// A document of so many pages, none of which has text.
  case scanned(pages: Int)
  case empty
  case tooLarge(String)

  public var errorDescription: String? {
    switch self {
    case .encrypted: "it is encrypted: save a copy without a password"
    case .damaged(let what): "it is damaged: \(what)"
    case .scanned(let pages):
      "it has no text, only pictures (\(pages) page\(pages == 1 ? "" : "s")): run OCR over it, such as ocrmypdf"
    case .empty: "it has no text"
    case .tooLarge(let what): "it is too large: \(what)"
    }
  }
}
