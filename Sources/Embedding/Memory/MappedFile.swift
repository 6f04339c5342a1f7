import Foundation

/// A memory-mapped file. Its bytes are read when first accessed, and shared between processes.
///
/// The mapping is private and read-only, and lives as long as the object, so any thread may read it.
// A constant pointer to read-only memory.
final class MappedFile: @unchecked Sendable {
  let path: String
  let bytes: UnsafeRawBufferPointer

  init(contentsOf path: String) throws {
    self.path = path
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw EmbeddingError.unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw EmbeddingError.unreadable(path: path, reason: "it is not a file")
    }
    let size = Int(status.st_size)
    guard size > 0 else {
      bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    guard let address = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), address != MAP_FAILED else {
      throw EmbeddingError.unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    bytes = UnsafeRawBufferPointer(start: address, count: size)
  }

  deinit {
    if let address = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: address), bytes.count) }
  }
}
