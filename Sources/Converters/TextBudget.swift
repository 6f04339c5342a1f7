import Synchronization

/// How much text may be made of a file: a multiple of the bytes that were read of it.
///
/// A file of a few hundred bytes can ask for text without end, with a cell that is repeated a million times or a long
/// name that stands in each row. All writers of a file share its budget.
final class TextBudget: Sendable {
  /// The budget of the file that is being converted.
  @TaskLocal static var current: TextBudget?

  /// So many bytes of text for each byte of the file. Each cell of a row has its column's name before it: in ordinary
  /// tables, that makes up to 11 bytes of one.
  private static let growth = 16
  /// So many for each byte that a zip archive unpacks to: XML is longer than its text, unless cells share theirs.
  private static let growthOfUnpacked = 4
  /// What the smallest file may have.
  private static let least = 64 << 10

  private let allowed: Atomic<Int>
  private let used = Atomic(0)
  private let isExceeded = Atomic(false)

  /// - Parameter size: The bytes of the file.
  init(size: Int) { allowed = Atomic(Self.least + Self.growth * size) }

  /// Allows more, since so many bytes were unpacked.
  func add(unpacked size: Int) { allowed.add(Self.growthOfUnpacked * size, ordering: .relaxed) }

  /// Takes room for so many bytes of text. Returns for how many there is room; after the first time that there was not
  /// enough, there is none.
  func take(_ size: Int) -> Int {
    guard !isSpent else { return 0 }
    let (before, total) = used.add(size, ordering: .relaxed)
    let allowed = allowed.load(ordering: .relaxed)
    guard total > allowed else { return size }
    isExceeded.store(true, ordering: .relaxed)
    return max(0, allowed - before)
  }

  /// Whether some text had no room.
  var isSpent: Bool { isExceeded.load(ordering: .relaxed) }

  /// Says that the text was cut; `nil` if it was not.
  func remark(on text: String) -> String? {
    guard isSpent else { return nil }
    return
      "its text is cut after \(text.utf8.count >> 10) KB: all of it is over \(Self.growth) times as large as the file"
  }
}
