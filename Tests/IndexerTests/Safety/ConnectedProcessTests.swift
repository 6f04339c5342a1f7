import Files
import Foundation
import TestSupport
import Testing

@Suite struct ConnectedProcessTests {
  @Test func itInheritsNothingButItsEnd() throws {
    let folder = try TemporaryFolder()
    let program = try folder.write("#!/bin/sh\nfor file in /proc/$$/fd/*; do echo \"${file##*/}\"; done\n", to: "lists")
    chmod(program, 0o755)
    // As another thread may have it at this moment: open, and not yet marked to be closed.
    // A free one: to name a number would close what another test has open under it.
    let descriptor = fcntl(STDERR_FILENO, F_DUPFD, 200)
    #expect(descriptor >= 200)
    defer { close(descriptor) }
    let process = try ConnectedProcess(program, connectedAt: [STDIN_FILENO, STDOUT_FILENO])
    let output = FileHandle(fileDescriptor: process.descriptor, closeOnDealloc: false)
    let inherited = String(decoding: try output.readToEnd() ?? Data(), as: UTF8.self).split(separator: "\n")
    #expect(process.child.wait() == .code(0))
    close(process.descriptor)
    #expect(inherited.contains("1"))
    #expect(!inherited.contains("\(descriptor)"), "\(inherited)")
  }
}
