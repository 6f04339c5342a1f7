import Files
import Foundation

/// The systemd unit that starts `rag serve` with the user's session.
struct UserUnit {
  /// The name that systemctl knows it by.
  static let name = "rag"
  /// How a unit of ours begins.
  private static let mark = "# Written by 'rag serve --install'"

  /// The program and its arguments.
  var command: [String]
  /// The variables of the environment that the program needs as they are here.
  var environment: [(name: String, value: String)] = []

  /// The file.
  static var path: String { "\(folder)/\(name).service" }
  /// Where the user's manager looks for units.
  static var folder: String { UserFolders.settings(in: ProcessInfo.processInfo.environment) + "/systemd/user" }

  /// The link that `systemctl --user enable` makes.
  private static var wanted: String { "\(folder)/default.target.wants/\(name).service" }

  /// The file's contents.
  ///
  /// None of its restrictions needs a namespace or a capability, which a user's manager may not have (it would fail
  /// with 226/NAMESPACE or 218/CAPABILITIES), and none forbids what the program's own locks do.
  var text: String {
    let variables = environment.map { "Environment=\(Self.quoted("\($0.name)=\($0.value)", isCommand: false))\n" }
    return """
      \(Self.mark), which replaces it; 'rag serve --uninstall' removes it.
      # Changes of yours belong into a file of their own: systemctl --user edit \(Self.name)
      [Unit]
      Description=rag: notes for browsers, chat programs and agents

      [Service]
      ExecStart=\(command.map { Self.quoted($0, isCommand: true) }.joined(separator: " "))
      \(variables.joined())Restart=on-failure
      # The program itself ends the process that listens, once it has finished its answers.
      KillMode=mixed
      UMask=0077
      NoNewPrivileges=yes
      LockPersonality=yes
      MemoryDenyWriteExecute=yes
      RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
      RestrictNamespaces=yes
      RestrictRealtime=yes
      RestrictSUIDSGID=yes
      SystemCallArchitectures=native

      [Install]
      WantedBy=default.target

      """
  }

  /// Returns a word as systemd reads it (systemd.syntax(7), systemd.service(5)).
  private static func quoted(_ word: String, isCommand: Bool) -> String {
    var text = ""
    for scalar in word.unicodeScalars {
      switch scalar {
      case "%": text += "%%"
      case "$" where isCommand: text += "$$"
      case "\\", "\"": text += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        text += "\\x" + String(0x100 + scalar.value, radix: 16).dropFirst()
      default: text.unicodeScalars.append(scalar)
      }
    }
    let isPlain = !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || "-_./:@%$=+,#~".contains($0) }
    return isPlain ? text : "\"\(text)\""
  }

  /// What is at a path.
  private enum Found { case nothing, ours, another }

  private static func found() throws -> Found {
    guard (try? FileManager.default.attributesOfItem(atPath: path)) != nil else { return .nothing }
    // A link leads to a file of somebody else, or to /dev/null, which forbids the unit.
    guard (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == nil,
      let text = try? String(contentsOfFile: path, encoding: .utf8), text.hasPrefix(mark)
    else { return .another }
    return .ours
  }

  /// Writes the file.
  ///
  /// - Returns: Whether there was one before.
  /// - Throws: `CommandError.foreignUnit` if that is not ours.
  func install() throws -> Bool {
    let found = try Self.found()
    guard found != .another else { throw CommandError.foreignUnit(Self.path) }
    try PrivateFile.replace(Self.path, with: Data(text.utf8))
    return found == .ours
  }

  /// Removes the file, and the link to it that starts it with the session.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `CommandError.foreignUnit` if it is not ours.
  static func uninstall() throws -> Bool {
    let found = try found()
    guard found != .another else { throw CommandError.foreignUnit(path) }
    guard found == .ours else { return false }
    try FileManager.default.removeItem(atPath: path)
    if PrivateFile.target(of: wanted) == path { unlink(wanted) }
    return true
  }
}
