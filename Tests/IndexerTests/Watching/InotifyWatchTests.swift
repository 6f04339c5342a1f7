#if os(Linux)
  import Foundation
  import Indexer
  import TestSupport
  import Testing

  @Suite struct InotifyWatchTests {
    /// Other files have the numbers of its descriptors by then. What ended its thread was a byte written into a pipe,
    /// so that stopping it twice wrote into the index.
    @Test func whatIsStoppedTwiceTouchesNoOtherFile() async throws {
      let folder = try TemporaryFolder()
      let path = try folder.write("untouched", to: "file")
      for _ in 0..<20 {
        var watch: InotifyWatch? = try InotifyWatch { _ in }
        #expect(try watch?.follow([folder.path], of: folder.path) == 1)
        watch?.stop()
        // Its thread ends.
        try await Task.sleep(for: .milliseconds(20))
        let others = (0..<64).map { _ in open(path, O_RDWR | O_CLOEXEC) }
        watch?.stop()
        watch = nil
        for other in others { close(other) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "untouched")
      }
    }
  }
#endif
