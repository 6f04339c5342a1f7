import Foundation

/// A destination for printed text.
package struct Screen: Sendable {
  package let isTerminal: Bool
  /// Whether text may be styled and linked.
  package let hasStyles: Bool
  private let width: @Sendable () -> Int?
  private let put: @Sendable (String) throws -> Void

  /// The width of the terminal; `nil` if it is not a terminal or its width is unknown.
  package var columns: Int? { width() }

  /// A screen that passes text to a closure, and counts as a terminal if it has columns.
  package init(columns: Int? = nil, print: @escaping @Sendable (String) -> Void) {
    isTerminal = columns != nil
    hasStyles = isTerminal
    width = { columns }
    put = print
  }

  /// A screen that writes to an open file, such as standard output.
  init(writingTo descriptor: Int32) {
    isTerminal = isatty(descriptor) == 1
    // See no-color.org.
    hasStyles = isTerminal && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
    width = {
      var size = winsize()
      return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 20 ? Int(size.ws_col) : nil
    }
    put = {
      try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: Data($0.utf8))
    }
  }

  package func write(_ text: String) throws { try put(text) }
}
