import Files
import Foundation

/// Models that the user made known by a name: symbolic links in the folder of models.
package struct AddedModels: Sendable {
  private let folder: String

  package init(in folder: ModelFolder) { self.folder = folder.path + "/added" }

  package func models() -> [FoundModel] {
    var walk = ModelFileWalk()
    return walk.names(in: folder).compactMap { file in
      guard let target = target(of: file) else { return nil }
      let bytes = FoundModel.bytes(at: target)
      let name = file.hasSuffix(".gguf") ? String(file.dropLast(5)) : file
      return bytes == 0 ? nil : FoundModel(name: name, path: target, origin: .added, bytes: bytes)
    }
  }

  /// Makes a file or folder known, and returns it. Adding it again under its name changes nothing.
  ///
  /// - Parameter name: By default, that of the file or folder.
  /// - Throws: `CatalogueError` if the name is taken or not possible, or if the link cannot be written.
  package func add(_ path: String, as name: String?) throws -> FoundModel {
    let target = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    let name = name ?? (SplitFile(target).name as NSString).lastPathComponent
    guard Self.isPossible(name) else { throw CatalogueError.impossibleName(name) }
    let isCatalogued = try Catalogue.standard().entries.contains { $0.name.lowercased() == name.lowercased() }
    let others = models().filter { $0.name.lowercased() == name.lowercased() && $0.path != target }
    guard !isCatalogued, others.isEmpty else { throw CatalogueError.takenName(name) }
    let link = folder + "/" + name + (FileStatus(of: target)?.isFolder == true ? "" : ".gguf")
    do {
      try PrivateFile.makeFolder(at: folder)
    } catch {
      throw CatalogueError.cannotWrite(path: folder, reason: error.reason)
    }
    // A link that leads nowhere is one to a file that is gone.
    if FileStatus(of: link) == nil { unlink(link) }
    guard
      symlink(target, link) == 0 || errno == EEXIST && self.target(of: (link as NSString).lastPathComponent) == target
    else {
      throw CatalogueError.cannotWrite(path: link, reason: String(cString: strerror(errno)))
    }
    return FoundModel(name: name, path: target, origin: .added, bytes: FoundModel.bytes(at: target))
  }

  /// Removes the link to a model, never the file that it leads to.
  package func remove(_ model: FoundModel) throws {
    let link = folder + "/" + model.name + (model.isFolder ? "" : ".gguf")
    guard unlink(link) == 0 else {
      throw CatalogueError.cannotWrite(path: link, reason: String(cString: strerror(errno)))
    }
  }

  /// Returns where a link leads. Only one step: the names of a split model's parts are those beside its target.
  private func target(of file: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + file)
  }

  /// Whether a name can be a file's, and typed.
  private static func isPossible(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 200 && !name.hasPrefix(".") && !name.hasPrefix("-")
      && !name.unicodeScalars.contains {
        $0 == "/" || $0.properties.isWhitespace || $0.properties.generalCategory == .control
          || $0.properties.generalCategory == .format
      }
  }
}
