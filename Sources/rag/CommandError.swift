import Foundation

/// An error in a command's arguments or input.
enum CommandError: LocalizedError {
  case noFolders(index: String)
  case unknownFolder(String, known: [String])
  /// A folder holds a whole home, and nobody can be asked whether that is meant.
  case tooWide(String, description: String)
  case badInput(String)
  /// The locks of `AirGap` are there, but cannot be entered.
  case notConfined(String)
  /// The program that listens for `rag serve` is not beside this one; where it was looked for.
  case noFront(String)
  /// There is a unit of this name that is somebody else's.
  case foreignUnit(String, subcommand: String)
  /// `rag serve` cannot listen.
  case cannotListen(at: String, reason: String)
  /// The program that listens for `rag serve` ended by itself.
  case frontEnded
  /// What a running server says about a question.
  case server(String)
  /// So many of the questions of a file could not be answered; each was reported.
  case unanswered(Int, of: Int)

  var errorDescription: String? {
    switch self {
    case .noFolders(let index):
      "\(index) has no folder yet: name one, as in \(SuggestedCommand.quoted("index", "./notes"))"
    case .unknownFolder(let folder, let known):
      known.isEmpty
        ? "the index has no folders" : "\(folder) is not in the index, which contains: \(known.joined(separator: ", "))"
    case .tooWide(let folder, let description):
      "\(folder) \(description): every document in it would be indexed: name a folder of notes, or confirm with --yes"
    case .badInput(let what), .server(let what): what
    case .notConfined(let reason): "this system's locks against leaks cannot be entered: \(reason)"
    case .noFront(let path):
      "\(path) is missing, the program that listens for 'rag serve': build it with 'make serve', or install rag again"
    case .foreignUnit(let path, let subcommand):
      "\(path) was not written by 'rag \(subcommand) --install': move it away first"
    case .cannotListen(let place, let reason):
      "cannot listen on \(place): \(reason): choose another place with --port or --socket"
    case .frontEnded: "rag-serve, which listens for clients, ended unexpectedly: start 'rag serve' again"
    case .unanswered(let count, let total): "\(count) of \(Numbers.count(total, of: "question")) could not be asked"
    }
  }
}
