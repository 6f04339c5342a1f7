import Testing

import NotesMCP

@Suite struct NoteIDTests {
  @Test(arguments: [
    ("keys.md", "keys.md", nil), ("team/keys.md:41-58", "team/keys.md", 41...58), ("keys.md:7", "keys.md", 7...7),
    ("note:///team/keys.md#L41-58", "team/keys.md", 41...58), ("note:///a%20b%C3%BC.md", "a bü.md", nil),
    ("note:///keys.md#L7", "keys.md", 7...7), ("note:///keys.md#Rotation", "keys.md#Rotation", nil),
    ("keys.md:", "keys.md:", nil), ("keys.md:0", "keys.md:0", nil), ("keys.md:9-3", "keys.md:9-3", nil),
    ("keys.md:1-2-3", "keys.md:1-2-3", nil), ("", "", nil), (":", ":", nil), ("note:///", "", nil),
    ("keys.md:99999999999999999999", "keys.md:99999999999999999999", nil),
  ])
  func idsAreRead(text: String, path: String, lines: ClosedRange<Int>?) {
    let id = NoteID(text)
    #expect(id.path == path)
    #expect(id.lines == lines)
  }

  @Test(arguments: ["keys.md", "a b/ü?#%25.md", "a:b;c&d=e+f$,.md", "x%20y.md", "日本/ノート.md"])
  func anAddressNamesItsNote(path: String) {
    for lines in [nil, 3...3, 3...9] {
      let id = NoteID(path: path, lines: lines)
      #expect(NoteID(id.uri) == id)
      #expect(!id.uri.contains(" "))
    }
  }
}
