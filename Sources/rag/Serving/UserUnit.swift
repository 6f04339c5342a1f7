import Files
import Foundation

/// The systemd unit of a service.
struct UserUnit: SessionServiceFile {
  let service: SessionService

  var path: String { "\(folder)/\(service.name).service" }
  var folder: String { UserFolders.settings(in: ProcessInfo.processInfo.environment) + "/systemd/user" }
  /// The link that `systemctl --user enable` makes.
  var link: String? { "\(folder)/default.target.wants/\(service.name).service" }

  func starting(isNew: Bool) -> [String] {
    [
      "systemctl --user daemon-reload",
      "systemctl --user \(isNew ? "enable --now" : "restart") \(service.name)",
    ]
  }

  var ending: [String] { ["systemctl --user stop \(service.name)", "systemctl --user daemon-reload"] }

  ///
  /// None of its restrictions needs a namespace or a capability, which a user's manager may not have (it would fail
  /// with 226/NAMESPACE or 218/CAPABILITIES), and none forbids what the program's own locks do.
  var text: String {
    let variables = service.environment.map {
      "Environment=\(Self.quoted("\($0.name)=\($0.value)", isCommand: false))\n"
    }
    return """
      # \(service.mark), which replaces it; 'rag \(service.subcommand) --uninstall' removes it.
      # Put your own changes in a separate file: systemctl --user edit \(service.name)
      [Unit]
      Description=\(service.title)

      [Service]
      ExecStart=\(service.command.map { Self.quoted($0, isCommand: true) }.joined(separator: " "))
      \(variables.joined())Restart=on-failure
      # The program ends what it has started by itself, once that has finished.
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
}
