import ArgumentParser
import Foundation
import Retriever
import TestSupport
import Testing
import rag

@Suite struct SourceLinksTests {
  private func source(_ path: String, in folder: String) -> Source {
    Source(folder: folder, path: path, lines: 41...58)
  }

  @Test(arguments: [
    ("vscode://file/{path}:{line}", "vscode://file//n/a%20b/%C3%A4%3F%25.md:41"),
    ("obsidian://open?path={path}", "obsidian://open?path=%2Fn%2Fa%20b%2F%C3%A4%3F%25.md"),
    ("x-editor:{line}:{path}", "x-editor:41:/n/a%20b/%C3%A4%3F%25.md"),
  ])
  func aTemplateNamesFileAndLine(template: String, address: String) throws {
    let links = try SourceLinks(template: template)
    #expect(links.address(of: source("a b/ä?%.md", in: "/n")) == address)
  }

  @Test(arguments: ["", "vscode", "vscode://file/", "{path}", "://{path}", "a b://{path}", "x:\u{1B}{path}"])
  func whatIsNoTemplateIsRefusedWithAnExample(template: String) {
    #expect { try SourceLinks(template: template) } throws: {
      "\(($0 as? ValidationError)?.message ?? "")".contains("vscode://file/{path}:{line}")
    }
  }

  @Test func theFileIsOpenedAndInAVaultTheNote() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "vault/deep/a.md")
    let place = source("deep/a.md", in: folder.path + "/vault")
    #expect(SourceLinks().address(of: place) == "file://\(folder.path)/vault/deep/a.md")
    try folder.write("a file, no folder", to: "vault/.obsidian")
    #expect(SourceLinks().address(of: place).hasPrefix("file://"))
    try FileManager.default.removeItem(atPath: folder.path + "/vault/.obsidian")
    try folder.write("{}", to: "vault/.obsidian/app.json")
    let escaped = folder.path.replacing("/", with: "%2F")
    #expect(SourceLinks().address(of: place) == "obsidian://open?path=\(escaped)%2Fvault%2Fdeep%2Fa.md")
  }
}
