import NIOCore
import NIOHTTP1

/// Refuses requests that name two hosts, or none that is sure: with two `Host` fields, or a target that names another
/// host than `Host` does. What stands between could let such a request in for one host, and mean the other.
final class RequestTarget: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data), !Self.isPlain(head) {
      // It is answered with 400, and the connection closed.
      context.fireErrorCaught(HTTPParserError.invalidURL)
      return
    }
    context.fireChannelRead(data)
  }

  private static func isPlain(_ head: HTTPRequestHead) -> Bool {
    let hosts = head.headers["host"]
    guard hosts.count <= 1 else { return false }
    if head.uri.hasPrefix("/") || head.uri == "*" { return true }
    // The absolute form, which a proxy is sent.
    guard let host = hosts.first, head.uri.lowercased().hasPrefix("http://") else { return false }
    return head.uri.dropFirst("http://".count).prefix { !"/?#".contains($0) }.lowercased() == host.lowercased()
  }
}
