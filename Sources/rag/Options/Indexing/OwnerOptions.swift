import ArgumentParser
import PostgresIndex
import VectorStore

/// The option that says who sees folders of an index in a database.
struct OwnerOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "In PostgreSQL: the role whose members alone see these folders, or 'public' for everybody; kept for later runs.",
      valueName: "role"))
  var role: String?

  /// The owner; `nil` if none is named.
  var owner: FolderOwner? { role.map { FolderOwner(named: $0) } }

  /// Throws if an owner is named, and nothing can be given to it.
  func check(_ folders: [String], _ options: IndexOptions) throws {
    guard let role else { return }
    if role.isEmpty { throw ValidationError("The name of the role is empty: name one with --as.") }
    if folders.isEmpty { throw ValidationError("--as needs a folder: say which one belongs to \(role).") }
    if options.location.path != nil {
      throw ValidationError("--as needs an index in PostgreSQL: a file has no roles. See --index.")
    }
  }
}
