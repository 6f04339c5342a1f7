import Embedding
import Evaluation
import ForeignFormats
import Foundation
import Indexer
import LanguageModels
import LlamaEngine
import ModelCatalogue
import Postgres
import PostgresIndex
import RAGKit
import RemoteModels
import Retriever
import VectorStore

/// The command or option that fixes an error of a library, which itself knows nothing of the command line.
enum Remedy {
  /// For a machine whose BLAS is the reference implementation.
  static let installOpenBLAS =
    "install libopenblas-dev and make it the default with "
    + "'update-alternatives --config libblas.so.3-x86_64-linux-gnu'"

  /// Returns how a file can be read that could not be, to be added to what is said of it; `nil` if there is no way.
  static func advice(forUnread reason: String, in folder: String) -> String? {
    if ScannedPages.awaitReading(reason) {
      return "; to have them read in an index, run: \(SuggestedCommand.text("index", "--ocr", folder.shellQuoted))"
    }
    return reason.contains(": NUL at byte ") ? "; if it is not text, name it in .ragignore" : nil
  }

  /// Returns one line: the error, and the command or option that fixes it, if any.
  static func message(for error: any Error) -> String { join(error.localizedDescription, remedy(forAny: error)) }

  /// Returns one line: the warning, and the command that fixes it, if any.
  static func message(for warning: IndexReport.Warning) -> String {
    switch warning {
    case .outOfReach(_, .unreadable(let reason), _) where reason == String(cString: strerror(ENOMEM)):
      warning.description + ". Raise the limit of memory and run the command again: ulimit -v unlimited"
    case .outOfReach(let folder, _, _):
      warning.description + "; if they are gone for good, run: \(SuggestedCommand.text("forget", folder.shellQuoted))"
    case .renamed(let former, _, _, _):
      warning.description + " If it was renamed, run: \(SuggestedCommand.text("forget", former.shellQuoted))"
    case .moreFrontMatter: warning.description + ": \(SuggestedCommand.quoted("status", "--json")) names them"
    default: warning.description
    }
  }

  /// Appends the remedy to a sentence as another sentence; to a clause after a colon, or a semicolon if it has a colon.
  private static func join(_ text: String, _ remedy: String?) -> String {
    guard let remedy else { return text }
    if text.hasSuffix(".") { return text + " " + remedy.prefix(1).uppercased() + remedy.dropFirst() }
    return text + (text.contains(": ") ? "; " : ": ") + remedy
  }

  private static func remedy(forAny error: any Error) -> String? {
    switch error {
    case let error as SearchIndexError: remedy(for: error)
    case let error as IndexingError: remedy(for: error)
    case let error as IndexCopyError: remedy(for: error)
    case let error as LlamaError: remedy(for: error)
    case let error as LanguageModelError: remedy(for: error)
    case let error as EmbeddingError: remedy(for: error)
    case let error as CatalogueError: remedy(for: error)
    case let error as HubError: remedy(for: error)
    case let error as LanguageModelSession.ToolCallError: remedy(forAny: error.underlyingError)
    case let error as ServerError: remedy(for: error)
    case let error as PostgresError: remedy(for: error)
    case let error as MissingModel where !error.isFetchable: "choose another with 'rag models use NAME'"
    case let error as MissingModel: "run 'rag models pull \(error.name)'"
    case StandardModelError.fixedPrecision: "leave out --precision"
    case StructuredAnswerError.cut: "allow more with --reply-tokens, or ask for less"
    case LanguageModelSession.Error.toolCallCut: "allow more with --reply-tokens"
    case EvaluationError.unreadable: "name a folder with these files, or the corpus with --corpus FILE"
    default: nil
    }
  }

  /// Whether the index of this run is in a database.
  private static var isInDatabase: Bool {
    IndexLocation.isAddress(SuggestedCommand.index ?? IndexOptions.pathWithoutOption)
  }

  private static func remedy(for error: SearchIndexError) -> String? {
    switch error {
    case .missing: "run: \(SuggestedCommand.text("index", "FOLDER"))"
    case .notAnIndex:
      "name another file with --index, or move this one away and run: \(SuggestedCommand.text("index", "FOLDER"))"
    case .otherVersion(let path) where IndexLocation.isAddress(path):
      "use that version, or name another index with --index"
    case .otherVersion(let path): "run: rag index --index \(path.shellQuoted)"
    case .corrupt(let path, _): "run: rag index --rebuild --index \(path.shellQuoted)"
    case .busy(_, let processID?): "wait for it to end, or stop it: kill \(processID)"
    case .busy(_, nil), .busyFolder: "wait for it to end, and run the command again"
    case .differentSpace(let stored, let requested) where isInDatabase:
      // There the encoder cannot be changed.
      stored.name == requested.name && stored.title != requested.title
        ? "leave out --precision, or index the notes into another database"
        : "name the index's encoder with --encoder, or index the notes into another database"
    case .differentSpace(let stored, let requested) where stored.title == requested.title:
      "its files or prompts have changed: encode everything again: "
        + SuggestedCommand.text("index", "--encoder \(stored.name.shellQuoted)")
    case .differentSpace(let stored, let requested) where stored.name == requested.name:
      "leave out --precision, or encode everything again: "
        + SuggestedCommand.text("index", "--precision", (requested.precision ?? .float32).rawValue)
    case .differentSpace:
      "name the index's encoder with --encoder, or change it: "
        + SuggestedCommand.text("index", "--encoder NAME")
    case .unknownDocument: "run: \(SuggestedCommand.text("index"))"
    case .noSpace: "free some space, and run the command again"
    case .noEncoder, .wrongDimensions, .readOnly, .failed, .forbidden, .notAFileURL: nil
    }
  }

  private static func remedy(for error: IndexingError) -> String? {
    switch error {
    case .noEncoder: "run: rag models pull all-MiniLM-L6-v2"
    case .noFolder: "name a folder of notes"
    case .notAFolder: "name the folder that contains it"
    case .folderOutOfReach(let path): "restore it, or run: \(SuggestedCommand.text("forget", path.shellQuoted))"
    case .tooMuchToEncode: "run: \(SuggestedCommand.text("index"))"
    case .partOfOwned(_, let whole): "leave out --as, or give all of it: --as with \(whole.shellQuoted)"
    case .otherOwner(_, let inner, let owner):
      "use --as \((owner ?? "public").shellQuoted), or first: \(SuggestedCommand.text("forget", inner.shellQuoted))"
    case .watched(_, let processID): processID.map { "to watch other folders, stop it: kill \($0)" }
    case .watchedFolder: "leave the folder to it, or stop it there"
    }
  }

  private static func remedy(for error: IndexCopyError) -> String? {
    switch error {
    case .differentEncoder: "name another with --to, or remove this one first"
    case .otherFolders: "confirm with --remove-folders, or name another index with --to"
    case .owner: "or name a role that shall see what is copied: --as ROLE"
    case .changing: "stop 'rag watch', and run the same command to copy the rest"
    case .unequal: "run the same command again; if that does not help, report it"
    }
  }

  private static func remedy(for error: LlamaError) -> String? {
    switch error {
    case .fileNotFound: "'rag models list' shows what can be fetched"
    case .truncated, .damaged: "'rag models verify' names the model to fetch again"
    case .unsupported: "'rag models list' shows models that work"
    case .outOfMemory(_, nil, _): "choose a smaller model ('rag models list' shows the sizes)"
    case .outOfMemory: "reduce the window with --context-size"
    case .notALanguageModel: "name it with --encoder or --rerank, and name a language model with --model"
    case .notAnEncoder: "name another file with --encoder"
    case .notAReranker: "name another file with --rerank"
    case .invalidChatTemplate: "'rag models list' shows models that work"
    case .invalidContextSize: "give --context-size a number above 0"
    case .unreadable, .notGGUF, .unsupportedConversation, .invalidGrammar, .grammarDeadEnd, .evaluationFailed: nil
    }
  }

  private static func remedy(for error: ServerError) -> String? {
    switch error {
    case .remoteAddress: "allow it with --allow-remote"
    case .noLibrary: "install it: apt-get install libcurl4"
    case .unauthorized: "set RAG_API_KEY to it"
    case .promptCut: "reduce the window with --context-size"
    case .invalidAddress, .refused, .unreachable, .interrupted, .unknownModel, .failed, .invalidReply: nil
    }
  }

  private static func remedy(for error: PostgresError) -> String? {
    switch error.kind {
    // The role does not exist, or may not come from here.
    case .wrongPassword where error.sqlState == "28000": nil
    case .wrongPassword: "PGPASSWORD, ~/.pgpass or a service file can hold the password"
    case .noSuchDatabase: "create it with 'createdb', or name another with --index"
    case .untrusted where error.message.contains("does not support SSL"):
      "turn on ssl at the server, or add ?sslmode=disable to the address in a network that you trust"
    case .untrusted: "name the certificate of its authority with ?sslrootcert=FILE behind the address"
    case .tooManyConnections, .poolExhausted, .notReady, .conflict: "run the command again in a while"
    case .connectionLost, .commitUnknown: "run the command again: what was stored stays"
    case .diskFull: "free some space there, and run the command again"
    case .noLibrary, .badAddress, .unreachable, .missingExtension, .oldServer, .permissionDenied, .statementCancelled,
      .constraint, .stalePlan, .badValue, .misuse, .other:
      nil
    }
  }

  private static func remedy(for error: LanguageModelError) -> String? {
    switch error {
    case .contextSizeExceeded: "shorten it, or enlarge the window with --context-size"
    case .promptTooLarge: "shorten the prompt, or enlarge the window with --context-size"
    case .unsupportedCapability(_, "reasoning"): "leave out --think, or choose a model that thinks with --model"
    default: nil
    }
  }

  private static func remedy(for error: EmbeddingError) -> String? {
    switch error {
    case .unreadable: "name the folder of a model; 'rag models pull all-MiniLM-L6-v2' fetches an encoder"
    case .damaged: "'rag models verify' names the model to fetch again"
    case .notAnEncoder: "name it with --rerank, and name an encoder with --encoder"
    case .notAReranker: "name a cross-encoder with --rerank"
    case .unexpectedTensor, .unsupported, .wrongCount, .wrongScoreCount: nil
    }
  }

  private static func remedy(for error: HubError) -> String? {
    switch error {
    case .noLibrary: "install it: apt-get install libcurl4"
    case .invalidEndpoint: "correct HF_ENDPOINT"
    case .unreachable:
      "check the network and run the command again; without one, take the model's files from another machine with "
        + "'rag models pull NAME --from FOLDER' or 'rag models add FILE'"
    case .broken: "run the command again to fetch the rest"
    case .gated(_, let terms, false): "agree at \(terms), and set HF_TOKEN to a token of your account"
    case .gated(_, let terms, true): "agree at \(terms)"
    case .unknownRepository(_, _, let hasToken): hasToken ? "check the name" : "check the name, or set HF_TOKEN"
    case .invalidToken: "set HF_TOKEN to a valid one"
    case .severalFiles(_, _, let suggestion): "name one, as in: rag models pull \(suggestion.shellQuoted)"
    case .rateLimited: "run the command again later"
    case .invalidName, .redirectLoop, .unsafeRedirect, .unknownFile, .noModel, .failed, .invalidReply: nil
    }
  }

  private static func remedy(for error: CatalogueError) -> String? {
    switch error {
    case .notCopied: "name the file, or the folder that has all files of the model, with --from PATH"
    case .wrongSize, .wrongSum: "run the command again to fetch it again"
    case .cannotWrite: "free some space, or set RAG_MODELS to another folder"
    case .ambiguousName: "write more of the name"
    case .impossibleName, .takenName: "give another with --name"
    case .damagedSettings(let path, _): "correct the file, or delete it: rm \(path.shellQuoted)"
    case .unknownModel, .keptElsewhere: nil
    }
  }
}
