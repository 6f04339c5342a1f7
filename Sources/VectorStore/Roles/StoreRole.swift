/// The role as which a database is asked.
package struct StoreRole: Sendable, Hashable {
  /// Its name.
  package var name: String
  /// The roles whose privileges it has, sorted, without its own.
  package var groups: [String]
  /// Whether it sees every folder, whoever owns it: a superuser, or a role with BYPASSRLS.
  package var seesEverything: Bool

  package init(name: String, groups: [String], seesEverything: Bool) {
    (self.name, self.groups, self.seesEverything) = (name, groups, seesEverything)
  }
}
