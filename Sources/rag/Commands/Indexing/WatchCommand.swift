import ArgumentParser
import Embedding
import Foundation
import Indexer
import Postgres
import PostgresIndex
import VectorStore

struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Keeps the index up to date while notes change.",
    discussion: """
      Follows folders of notes, and indexes what changes within a second. Without a folder, it follows every folder of \
      the index; folders that are not in it are added. Other commands can use the index meanwhile, 'rag index' too. \
      Folders on other machines, and those beyond the system's limit, are looked at every minute. A folder that is \
      suddenly gone or empty keeps its notes in the index. Of an index in a database, it follows the folders on this \
      machine; each folder is followed by one process.

        rag watch
        rag watch ~/notes ~/work
        rag watch --install

      Ctrl-C ends it, with exit code 0, as SIGTERM does: what is indexed by then stays. \
      With --json, each update is an object as that of 'rag index --json', on one line.
      """)

  @Argument(help: "Folders of notes.")
  var folders: [String] = []

  @Flag(help: "Write a systemd unit (on macOS, a launchd agent) that watches in your session, and end.")
  var install = false

  @Flag(help: "Remove that unit, and end.")
  var uninstall = false

  @OptionGroup var wide: WideFolderOptions
  @OptionGroup var options: IndexOptions
  @OptionGroup var form: OutputForm
  @OptionGroup var remote: RemoteOptions

  mutating func validate() throws {
    if folders.contains("") {
      throw ValidationError("The name of a folder is empty: say which folder of notes to watch.")
    }
    if install, uninstall { throw ValidationError("--install and --uninstall exclude each other.") }
  }

  func run() async throws {
    if uninstall { return try SessionService.watch.uninstall() }
    // A mistyped name would be waited for.
    if folders.isEmpty, try await !options.location.exists() { throw SearchIndexError.missing(options.path) }
    let isWide = try await wide.confirm(folders, known: try await options.location.folders())
    if install {
      let hasDatabase = options.location.path == nil
      if hasDatabase { SessionService.notePassword() }
      // Nobody can ask a service.
      let arguments = arguments + (isWide ? ["--yes"] : [])
      return try SessionService.watch.running(arguments, hasDatabase: hasDatabase).install()
    }
    let (options, remote, bar) = (options, remote, ProgressBar())
    let output = WatchOutput(index: options.path, isJSON: form.json)
    let watch = IndexWatch(
      of: options.location.watched, folders: folders, encoder: { try await options.encoderChoice().load(remote) },
      onProgress: { bar.show($0) }, onEvent: { output.write($0) })
    let work = Task { try await watch.run() }
    let isStopping = Stopping()
    // It ends between two batches. What is finished by then stays.
    Interruption.divert { if isStopping.begin() { work.cancel() } else { Program.leave(with: 130) } }
    do {
      try await work.value
    } catch is CancellationError where isStopping.hasBegun {
      Console.note("rag: stopped; the index stays as it is")
    }
  }

  /// The options that are not their defaults.
  private var arguments: [String] {
    func option(_ name: String, _ value: String?) -> [String] { value.map { ["--\(name)", $0] } ?? [] }
    return option(
      "index", options.isUsualIndex ? nil : options.location.path.map(SessionService.absolute) ?? options.path)
      + option("encoder", options.encoderOptions.encoder.map(SessionService.place))
      + option("precision", options.encoderOptions.precision?.rawValue)
      + (remote.isAllowed ? ["--allow-remote"] : []) + folders.map(SessionService.absolute)
  }
}
