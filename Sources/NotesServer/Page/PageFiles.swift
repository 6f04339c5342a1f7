/// The files of the page, which are compiled into the program.
package enum PageFiles {
  private static let files: [String: (bytes: [UInt8], type: String)] = [
    "page.html": (PackageResources.page_html, "text/html; charset=utf-8"),
    "login.html": (PackageResources.login_html, "text/html; charset=utf-8"),
    "page.css": (PackageResources.page_css, "text/css; charset=utf-8"),
    "page.js": (PackageResources.page_js, "text/javascript; charset=utf-8"),
    "answer.js": (PackageResources.answer_js, "text/javascript; charset=utf-8"),
    "notes.js": (PackageResources.notes_js, "text/javascript; charset=utf-8"),
    "folders.js": (PackageResources.folders_js, "text/javascript; charset=utf-8"),
    "text.js": (PackageResources.text_js, "text/javascript; charset=utf-8"),
  ]

  /// The text of a file; empty if there is none.
  package static func text(of name: String) -> String {
    String(decoding: files[name]?.bytes ?? [], as: UTF8.self)
  }

  /// What kind of file it is; `nil` if there is none.
  static func type(of name: String) -> String? { files[name]?.type }
}
