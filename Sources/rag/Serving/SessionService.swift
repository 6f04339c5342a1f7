import Files
import Foundation
import RemoteModels

/// A command that starts with the user's session, by a systemd unit or, on macOS, a launchd agent.
struct SessionService {
  /// The name that the system knows it by.
  var name: String
  /// What it is for, in one line.
  var title: String
  /// The subcommand that installs it.
  var subcommand: String
  /// The program and its arguments.
  var command: [String] = []
  /// The variables of the environment that the program needs as they are here.
  var environment: [(name: String, value: String)] = []

  static let serve = SessionService(
    name: "rag", title: "rag: notes for browsers, chat programs and agents", subcommand: "serve")
  static let watch = SessionService(
    name: "rag-watch", title: "rag: an index that is up to date with its notes", subcommand: "watch")

  /// The variables that say where things are. The system may start a service without them.
  private static let variables = [
    "RAG_MODELS", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "OPENBLAS_CORETYPE",
  ]

  /// Those that say where a database is, and who asks; PGPASSWORD is never written into a file.
  private static let databaseVariables = [
    "PGHOST", "PGHOSTADDR", "PGPORT", "PGUSER", "PGDATABASE", "PGSERVICE", "PGSERVICEFILE", "PGPASSFILE", "PGSSLMODE",
    "PGSSLROOTCERT",
  ]

  /// By what a file of ours is known.
  var mark: String { "Written by 'rag \(subcommand) --install'" }

  var file: any SessionServiceFile {
    #if os(macOS)
      LaunchAgent(service: self)
    #else
      UserUnit(service: self)
    #endif
  }

  /// Returns the service as this program with these arguments, in the same environment.
  ///
  /// - Parameter hasDatabase: Whether its index is in a database.
  func running(_ arguments: [String], hasDatabase: Bool) throws -> SessionService {
    guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath().path else {
      throw CommandError.badInput("this program's file cannot be found")
    }
    let environment = ProcessInfo.processInfo.environment
    var service = self
    service.command = [program, subcommand] + arguments
    let names = Self.variables + (hasDatabase ? Self.databaseVariables : [])
    service.environment = names.compactMap { name in environment[name].map { (name, $0) } }
    return service
  }

  /// Returns an absolute path: a service runs in another folder.
  static func absolute(_ path: String) -> String {
    URL(fileURLWithPath: (path as NSString).expandingTildeInPath).path
  }

  /// Returns an absolute path if a file or folder is meant, and a name or an address as it is.
  static func place(_ name: String) -> String {
    let isPath = ["/", "~", "."].contains { name.hasPrefix($0) } || FileManager.default.fileExists(atPath: name)
    return isPath && !ServerAddress.isAddress(name) ? absolute(name) : name
  }

  /// Says where a service whose index is in a database gets the password from.
  static func notePassword() {
    let environment = ProcessInfo.processInfo.environment
    let place = environment["PGPASSFILE"] ?? "~/.pgpass"
    let isTyped = environment["PGPASSWORD"] != nil ? ", nor PGPASSWORD" : ""
    Console.note("rag: the password is not written into the unit\(isTyped): put it into \(place), or a service file")
  }

  // MARK: the file

  /// What is at the file's path.
  private enum Found { case nothing, ours }

  private func found() throws -> Found {
    guard (try? FileManager.default.attributesOfItem(atPath: file.path)) != nil else { return .nothing }
    // A link leads to a file of somebody else, or to /dev/null, which forbids the unit.
    guard (try? FileManager.default.destinationOfSymbolicLink(atPath: file.path)) == nil,
      let text = try? String(contentsOfFile: file.path, encoding: .utf8), text.prefix(500).contains(mark)
    else { throw CommandError.foreignUnit(file.path, subcommand: subcommand) }
    return .ours
  }

  /// Writes the file, and says which commands make it effective.
  ///
  /// - Throws: `CommandError.foreignUnit` if there is one that is not ours.
  func install() throws {
    let isNew = try found() == .nothing
    try PrivateFile.replace(file.path, with: Data(file.text.utf8))
    let commands = file.starting(isNew: isNew)
    Console.write(file.path)
    let purpose = isNew ? "written; \(Self.these(commands)) it, now and with each session" : "replaced; now run"
    Console.note(text: "rag: \(purpose):\n" + commands.map { "  \($0)" }.joined(separator: "\n"))
  }

  /// Removes the file, and the link to it that starts it with the session.
  ///
  /// - Throws: `CommandError.foreignUnit` if it is not ours.
  func uninstall() throws {
    guard try found() == .ours else { return Console.note("rag: there is no \(file.path)") }
    try FileManager.default.removeItem(atPath: file.path)
    if let link = file.link, PrivateFile.target(of: link) == file.path { unlink(link) }
    Console.write(file.path)
    let purpose = "removed; if it runs, \(file.ending.count == 1 ? "this command ends" : "these two commands end") it"
    Console.note(text: "rag: \(purpose):\n" + file.ending.map { "  \($0)" }.joined(separator: "\n"))
  }

  private static func these(_ commands: [String]) -> String {
    commands.count == 1 ? "this command starts" : "these two commands start"
  }
}
