public import Foundation
import JSONSchema

extension MCPServer {
  /// Serves a client over two streams, one message in each line, until the input ends; then answers what was asked.
  ///
  /// - Parameters:
  ///   - input: The descriptor to read from.
  ///   - output: The descriptor to write to. Nothing else may write to it.
  public func run(reading input: Int32 = STDIN_FILENO, writing output: Int32 = STDOUT_FILENO) async {
    let writer = LineWriter(output)
    let reader = LineReader(input)
    let send: Send = { writer.write($0.text) }
    while !writer.isClosed, let line = await reader.next() {
      switch line {
      case .text(let text):
        if !text.allSatisfy(\.isWhitespace) { await receive(text, send: send) }
      case .tooLong:
        send(
          RPCMessage.error(.invalidRequest("a message may have at most \(LineReader.longestLine) bytes"), of: nil))
      case .notUTF8: send(RPCMessage.error(.notJSON("it is not UTF-8"), of: nil))
      }
    }
    await finish(send: send)
  }
}
