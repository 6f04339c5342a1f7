/// The record of a session, oldest first: instructions, prompts, tool calls, their outputs and responses.
///
/// A transcript is a collection of its entries. It is `Codable` in version 1 of the wire form of Apple's Foundation
/// Models framework, so each side can read what the other wrote.
public struct Transcript: Sendable, Equatable {
  private var entries: [Entry]

  /// Creates a transcript from entries, oldest first.
  public init(entries: some Sequence<Entry> = []) { self.entries = Array(entries) }

  /// Everything but the leading instructions.
  public var history: ArraySlice<Entry> {
    get { entries[historyStart...] }
    set { entries.replaceSubrange(historyStart..., with: newValue) }
  }

  /// The leading instructions, if any.
  package var instructions: Instructions? {
    get { if case .instructions(let instructions)? = entries.first { instructions } else { nil } }
    set { entries.replaceSubrange(..<historyStart, with: newValue.map { [.instructions($0)] } ?? []) }
  }

  private var historyStart: Int { instructions == nil ? 0 : 1 }
}

extension Transcript: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// Creates an empty transcript.
  public init() { entries = [] }
  /// The position of the first entry: 0.
  public var startIndex: Int { 0 }
  /// The position after the last entry: the number of entries.
  public var endIndex: Int { entries.count }
  /// The entry at a position.
  public subscript(position: Int) -> Entry {
    get { entries[position] }
    set { entries[position] = newValue }
  }
  /// Replaces the entries in `subrange`.
  public mutating func replaceSubrange(_ subrange: Range<Int>, with newElements: some Collection<Entry>) {
    entries.replaceSubrange(subrange, with: newElements)
  }
}
