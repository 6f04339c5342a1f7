import Foundation
import TestSupport
import Testing

@Suite struct ChecklistTests {
  @Test func everyTestThatIsNamedExists() throws {
    let tests = Repository.url.appending(path: "Tests")
    let list = try String(contentsOf: tests.appending(path: "Checklist.md"), encoding: .utf8)
    let named = Set(
      list.split(separator: "\n").filter { $0.hasPrefix("| ") }
        .flatMap { $0.matches(of: /`([a-z][A-Za-z]+)`/).map { String($0.output.1) } })
    #expect(named.count > 80)
    var found = Set<String>()
    // Tests/Apps has a build folder, with the sources of other packages.
    let files = FileManager.default.enumerator(
      at: tests, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      found.formUnion(text.matches(of: /func ([A-Za-z]+)\(/).map { String($0.output.1) })
    }
    #expect(named.subtracting(found).sorted() == [])
  }
}
