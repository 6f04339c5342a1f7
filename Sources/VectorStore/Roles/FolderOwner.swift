/// Who sees a folder of an index in a database.
package enum FolderOwner: Sendable, Hashable {
  /// Whoever may use the index.
  case everybody
  /// A role of the database and its members: a user or a group.
  case role(String)

  /// Reads a role's name; `public` is everybody, as in PostgreSQL, where no role can be called that.
  package init(named name: String) { self = name == "public" ? .everybody : .role(name) }

  /// The role; `nil` for everybody.
  package var role: String? {
    if case .role(let name) = self { name } else { nil }
  }
}
