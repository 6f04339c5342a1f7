import Foundation

/// How far work on many items is, such as questions.
struct ItemProgress {
  var done: Int
  var total: Int
  /// The seconds left, at the mean speed so far; `nil` before the first item is done.
  var secondsLeft: Double?

  init(done: Int, total: Int, secondsLeft: Double?) {
    (self.done, self.total, self.secondsLeft) = (done, total, secondsLeft)
  }

  init(done: Int, total: Int, since start: Date) {
    let spent = Date().timeIntervalSince(start)
    self.init(
      done: done, total: total, secondsLeft: done > 0 ? spent / Double(done) * Double(total - done) : nil)
  }

  /// `question 31 of 400, 12 min left`
  func words(for item: String) -> String {
    "\(item) \(done + 1) of \(total)" + (secondsLeft.map { ", \(Self.time($0)) left" } ?? "")
  }

  /// `40 s`, `3 min`, `2 h 5 min`
  static func time(_ seconds: Double) -> String {
    if seconds < 100 { return "\(Int(seconds)) s" }
    let minutes = Int((seconds / 60).rounded(.up))
    return minutes < 100 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }
}
