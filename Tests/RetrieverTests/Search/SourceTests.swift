import Retriever
import Testing
import VectorStore

@Suite struct SourceTests {
  @Test func aPlaceReadsAsEditorsWriteIt() {
    let source = Source(folder: "/home/ada/notes", path: "keys.md", lines: 41...58)
    #expect(source.description == "keys.md:41-58")
    #expect(Source(folder: "/n", path: "keys.md", lines: 7...7).description == "keys.md:7")
    #expect(source.absolutePath == "/home/ada/notes/keys.md")
  }

  @Test func foldersAreToldApartByAsLittleAsNeeded() {
    let labels = FolderLabels(folders: ["/home/ada/job/notes", "/home/ada/home/notes", "/srv/wiki"])
    #expect(labels.label(of: "/home/ada/job/notes") == "job/notes")
    #expect(labels.label(of: "/home/ada/home/notes") == "home/notes")
    #expect(labels.label(of: "/srv/wiki") == "wiki")
  }

  @Test func oneFolderNeedsNoLabel() {
    #expect(FolderLabels(folders: ["/home/ada/notes"]).label(of: "/home/ada/notes") == nil)
  }
}
