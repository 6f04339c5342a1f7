import ArgumentParser
import RemoteModels

/// The option that allows servers on other machines.
struct RemoteOptions: ParsableArguments {
  @Flag(
    name: .customLong("allow-remote"),
    help: "Allow a server on another machine, which is sent your question and passages of your notes.")
  var isAllowed = false

  /// Reads the address of a server, and says where text is sent if it is on another machine.
  ///
  /// - Parameter sent: What is sent there: `Your notes are`.
  func address(_ text: String, sent: String) throws -> ServerAddress {
    let address = try ServerAddress(text, allowsRemote: isAllowed)
    if !address.isLoopback { Console.note("\(sent) sent to \(address.host).") }
    return address
  }
}
