import CAnnotations
import CPoppler

extension PDFFile {
  /// What a reader wrote on a page.
  struct Annotation {
    /// From 0.
    var page: Int
    var text: String
    var author: String?
    /// Its place if it is a highlight without a color, which poppler paints black over the words that it marks.
    var black: pdf_area?
    /// Whether it shows its words on the page, or may repeat the words that it marks.
    var mayRepeat: Bool

    /// Whether the text of its page has its words.
    func isRepeated(in text: String) -> Bool {
      let words = text.filter { !$0.isWhitespace }
      return mayRepeat && words.contains(self.text.filter { !$0.isWhitespace })
    }
  }

  /// The annotations that have words, page by page.
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
              black: annotation.is_black
                ? pdf_area(
                  left: annotation.left, top: annotation.top, right: annotation.right, bottom: annotation.bottom)
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
