import ForeignFormats
public import Foundation

/// Why a file has no text to index.
public enum ConversionError: LocalizedError, Hashable {
  /// It cannot be read without a password.
  case encrypted
  /// What was expected and found.
  case damaged(String)
  /// It is another kind of file than is read.
  case unknown(String)
  /// A document of so many pages, none of which has text.
  case scanned(pages: Int)
  /// A document of so many pages that are pictures without letters.
  case unrecognized(pages: Int)
  /// Its letters are of character sets that this machine has no tables for.
  case unmapped
  /// It has no text at all.
  case empty
  /// What of it is larger than is read.
  case tooLarge(String)

  /// A sentence about the file.
  public var errorDescription: String? {
    switch self {
    case .encrypted: "it is encrypted: save a copy without a password"
    case .damaged(let what): "it is damaged: \(what)"
    case .unknown(let what): what
    case .scanned(let pages):
      "\(ScannedPages.onlyPictures) (\(pages) page\(pages == 1 ? "" : "s"))"
    case .unrecognized(let pages): "it is \(pages == 1 ? "a picture" : "\(pages) pictures") without text that OCR finds"
    case .unmapped: "its letters cannot be mapped to text: install poppler-data"
    case .empty: "it has no text"
    case .tooLarge(let what): "it is too large: \(what)"
    }
  }
}
