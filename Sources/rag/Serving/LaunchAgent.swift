import Files
import Foundation

/// The launchd agent of a service: launchd.plist(5).
struct LaunchAgent: SessionServiceFile {
  let service: SessionService

  var path: String { "\(folder)/\(service.name).plist" }
  var folder: String { UserFolders.home(in: ProcessInfo.processInfo.environment) + "/Library/LaunchAgents" }
  var link: String? { nil }

  func starting(isNew: Bool) -> [String] {
    (isNew ? [] : ending) + ["launchctl bootstrap gui/$(id -u) \(path.shellQuoted)"]
  }

  var ending: [String] { ["launchctl bootout gui/$(id -u)/\(service.name)"] }

  var text: String {
    let variables = service.environment.map {
      "    <key>\(Self.escaped($0.name))</key>\n    \(Self.string($0.value))\n"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <!-- \(service.mark) -->
      <plist version="1.0">
      <dict>
        <key>Label</key>
        \(Self.string(service.name))
        <key>ProgramArguments</key>
        <array>
      \(service.command.map { "    \(Self.string($0))\n" }.joined())  </array>
        <key>EnvironmentVariables</key>
        <dict>
      \(variables.joined())  </dict>
        <key>RunAtLoad</key>
        <true/>
        <key>KeepAlive</key>
        <dict>
          <key>SuccessfulExit</key>
          <false/>
        </dict>
        <key>Umask</key>
        <integer>63</integer>
      </dict>
      </plist>

      """
  }

  private static func string(_ text: String) -> String { "<string>\(escaped(text))</string>" }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
