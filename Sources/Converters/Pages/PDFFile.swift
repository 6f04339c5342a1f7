import CPoppler

/// An open PDF file.
final class PDFFile {
  let document: OpaquePointer
  /// The file's bytes, which poppler reads.
  let bytes: UnsafeMutableBufferPointer<CChar>

  /// An entry of the outline.
  struct Entry {
    /// From 0.
    var depth: Int
    var title: String
  }

  /// - Throws: `ConversionError`
  init(_ file: [UInt8]) throws {
    bytes = .allocate(capacity: file.count)
    _ = bytes.initialize(from: file.lazy.map { CChar(bitPattern: $0) })
    var state = PDF_DAMAGED
    guard let document = pdf_open(bytes.baseAddress, file.count, &state) else {
      bytes.deallocate()
      throw state == PDF_ENCRYPTED ? ConversionError.encrypted : ConversionError.damaged("no page can be found in it")
    }
    self.document = document
  }

  deinit {
    pdf_close(document)
    bytes.deallocate()
  }

  var pageCount: Int { max(0, Int(pdf_page_count(document))) }

  var title: String? {
    Found.collect { pdf_title(document, Found.add, $0) }.first?.title
  }

  /// Returns a picture of a page, from 0, as PGM; `nil` if it cannot be drawn.
  func image(ofPage number: Int) -> [UInt8]? {
    let image = Image()
    withExtendedLifetime(image) {
      pdf_page_image(
        document, Int32(number),
        { bytes, count, image in
          guard let image else { return }
          Unmanaged<Image>.fromOpaque(image).takeUnretainedValue().bytes = Array(
            UnsafeRawBufferPointer(start: bytes, count: count))
        }, Unmanaged.passUnretained(image).toOpaque())
    }
    return image.bytes
  }

  private final class Image {
    var bytes: [UInt8]?
  }

  /// The outline, each entry before those below it.
  var outline: [Entry] {
    Found.collect {
      pdf_outline(document, { depth, text, count, found in Found.add(text, count, depth, to: found) }, $0)
    }
  }

  /// What poppler calls back with.
  private final class Found {
    private var entries: [Entry] = []

    static func collect(_ body: (UnsafeMutableRawPointer) -> Void) -> [Entry] {
      let found = Found()
      withExtendedLifetime(found) { body(Unmanaged.passUnretained(found).toOpaque()) }
      return found.entries
    }

    static let add: @convention(c) (UnsafePointer<CChar>?, Int, UnsafeMutableRawPointer?) -> Void = {
      text, count, found in
      add(text, count, 0, to: found)
    }

    static func add(_ text: UnsafePointer<CChar>?, _ count: Int, _ depth: Int32, to found: UnsafeMutableRawPointer?) {
      guard let text, let found else { return }
      let title = String(decoding: UnsafeRawBufferPointer(start: text, count: count), as: UTF8.self)
      Unmanaged<Found>.fromOpaque(found).takeUnretainedValue().entries.append(Entry(depth: Int(depth), title: title))
    }
  }
}
