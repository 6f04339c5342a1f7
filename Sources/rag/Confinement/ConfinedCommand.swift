/// A command that reads notes or what was made from them. Before it does, it is locked in: `AirGap`.
///
/// Other commands, such as `rag models pull`, fetch what the user names, and read no note.
protocol ConfinedCommand {
  /// What it may do, as the user typed it.
  var reach: Reach { get }
  /// Gets what it cannot get once it is locked in. Nothing by default.
  func prepare() throws
}

extension ConfinedCommand {
  func prepare() throws {}
}
