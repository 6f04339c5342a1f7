import CAnnotations
import CPoppler

extension PDFFile {
  /// What a reader wrote on a page.
  struct Annotation {
    /// From 0.
    var page: Int
    var text: String
    var author: String?
    /// Its place if poppler draws it as nobody means it: see `pdf_mark`.
    var mark: pdf_mark?
    /// Whether it shows its words on the page, or may repeat the words that it marks.
    var mayRepeat: Bool

    /// Whether the text of its page has its words.
    func isRepeated(in text: String) -> Bool {
      guard mayRepeat else { return false }
      return text.filter { !$0.isWhitespace }.contains(self.text.filter { !$0.isWhitespace })
    }
  }

  /// The annotations that have words or marks, page by page.
  var annotations: [Annotation] {
    let found = Found()
    withExtendedLifetime(found) {
      pdf_annotations(
        bytes.baseAddress, bytes.count,
        { annotation, found in
          guard let annotation = annotation?.pointee, let found else { return }
          Unmanaged<Found>.fromOpaque(found).takeUnretainedValue().annotations.append(
            Annotation(
              page: Int(annotation.page), text: String(cString: annotation.text),
              author: annotation.author.map { String(cString: $0) },
              mark: annotation.is_black || annotation.is_link
                ? pdf_mark(
                  left: annotation.left, top: annotation.top, right: annotation.right, bottom: annotation.bottom,
                  is_frame: annotation.is_link)
                : nil,
              mayRepeat: annotation.may_repeat))
        }, Unmanaged.passUnretained(found).toOpaque())
    }
    return found.annotations
  }

  private final class Found {
    var annotations: [Annotation] = []
  }
}
