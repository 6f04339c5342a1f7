package import FrontWire

/// The files of the page, which are compiled into the program. They have no text of notes: the page asks for it.
package enum PageFiles {
  private static let script = "text/javascript; charset=utf-8"

  /// The parts of the page, as the process that listens sends them.
  package static let parts: [FrontConfiguration.PagePart] = [
    part("/", PackageResources.page_html, "text/html; charset=utf-8"),
    part("/page/page.css", PackageResources.page_css, "text/css; charset=utf-8"),
    part("/page/page.js", PackageResources.page_js, script),
    part("/page/session.js", PackageResources.session_js, script),
    part("/page/answer.js", PackageResources.answer_js, script),
    part("/page/notes.js", PackageResources.notes_js, script),
    part("/page/folders.js", PackageResources.folders_js, script),
    part("/page/text.js", PackageResources.text_js, script),
  ]

  private static func part(_ path: String, _ bytes: [UInt8], _ type: String) -> FrontConfiguration.PagePart {
    .init(path: path, type: type, text: String(decoding: bytes, as: UTF8.self))
  }
}
