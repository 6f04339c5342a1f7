public import Foundation
import VectorStore

/// An error that prevents indexing a folder.
public enum IndexingError: Error, Sendable, Hashable {
  /// The index was opened without an encoder.
  case noEncoder(index: String)
  /// The folder does not exist.
  case noFolder(String)
  /// The path is not a folder.
  case notAFolder(String)
  /// The index cannot switch to another encoder, because one of its folders is out of reach.
  case folderOutOfReach(String)
  /// An update would encode more chunks than it may.
  case tooMuchToEncode(most: Int)
  /// A part of an indexed folder was to have an owner of its own.
  case partOfOwned(folder: String, whole: String)
  /// A folder inside the one to index has another owner; `nil` is everybody.
  case otherOwner(folder: String, inner: String, owner: String?)
  /// Another process keeps the index up to date already.
  case watched(index: String, processID: Int32?)
  /// Another process follows the folder of an index in a database already, or one inside or around it; its name says on
  /// which machine.
  case watchedFolder(String, index: String, by: String)
}

extension IndexingError: LocalizedError {
  /// One line that names the folder and what is wrong.
  public var errorDescription: String? {
    switch self {
    case .noEncoder(let index):
      "The index \(index) was opened without an encoder, so nothing can be added."
    case .noFolder(let path):
      "The folder \(path) does not exist."
    case .notAFolder(let path):
      "\(path) is not a folder."
    case .folderOutOfReach(let path):
      "The folder \(path) of the index is missing or empty, and its notes would be lost from the index."
    case .tooMuchToEncode(let most):
      "More than \(most) chunks would have to be encoded."
    case .partOfOwned(let folder, let whole):
      "\(folder) is a part of \(whole), which is indexed as a whole and has one owner."
    case .otherOwner(let folder, let inner, let owner):
      "\(folder) contains \(inner), which the index has for \(owner ?? "everybody"), and \(folder) has another owner."
    case .watched(let index, let processID):
      "\(index) is kept up to date by \(processID.map { "process \($0)" } ?? "another process") already."
    case .watchedFolder(let folder, let index, let watcher):
      "\(folder) is followed by \(watcher) already, for \(index)."
    }
  }
}
