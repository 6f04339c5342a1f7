import NIOCore
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Closes the connection of a client that sends or reads too slowly, or that no longer waits for its answer, and bounds
/// what is kept for it.
///
/// A request's head must be complete within a time after the connection or the last answer, and its body within as long
/// after its head. An idle limit alone would not do: one byte at a time keeps a connection busy. What waits to be sent
/// must become less within the same time.
///
/// A request that arrives before the last one was answered (pipelining, which no browser and hardly a program does) is
/// not read: the connection is closed after that answer. Little is read at a time, and the system keeps little of what
/// is sent, so that many clients who never read cost little.
final class ConnectionDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let patience: TimeAmount
  private var deadline: Scheduled<Void>?
  private var readingDeadline: Scheduled<Void>?
  private var isAnswering = false
  /// Whether the connection is closed after the answer.
  private var isClosing = false
  /// The most bytes that are read at once.
  private static let mostRead = 2 << 10
  /// The most bytes of answers that the system keeps for a client that does not read.
  private static let mostWritten = 128 << 10

  /// - Parameter patience: The seconds for a head, and for a body.
  init(patience: Double) { self.patience = .milliseconds(Int64(patience * 1000)) }

  func handlerAdded(context: ChannelHandlerContext) {
    let options = context.channel.syncOptions
    // A channel without these options keeps its own.
    try? options?.setOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.mostRead))
    try? options?.setOption(.maxMessagesPerRead, value: 1)
    try? options?.setOption(.socketOption(.so_sndbuf), value: Self.mostWritten)
    if let codec = try? context.pipeline.syncOperations.handler(type: HTTP1ToHTTPServerCodec.self) {
      try? context.pipeline.syncOperations.addHandler(RequestTarget(), position: .before(codec))
    }
    wait(patience, context)
  }

  func handlerRemoved(context: ChannelHandlerContext) { endWaiting() }

  func channelInactive(context: ChannelHandlerContext) {
    endWaiting()
    context.fireChannelInactive()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    readingDeadline?.cancel()
    if !context.channel.isWritable {
      let channel = context.channel
      readingDeadline = context.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
    }
    context.fireChannelWritabilityChanged()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isClosing { return }
    switch unwrapInboundIn(data) {
    case .head where isAnswering:
      isClosing = true
      return
    case .head:
      isAnswering = true
      wait(patience, context)
    case .body: break
    case .end: deadline?.cancel()
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
    isAnswering = false
    wait(patience, context)
    guard isClosing else { return context.write(data, promise: promise) }
    let promise = promise ?? context.eventLoop.makePromise()
    let channel = context.channel
    promise.futureResult.whenComplete { _ in channel.close(promise: nil) }
    context.write(data, promise: promise)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // A client that sends nothing more has hung up: no client of HTTP closes one half only.
    if case ChannelEvent.inputClosed? = event as? ChannelEvent { context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  private func endWaiting() {
    deadline?.cancel()
    readingDeadline?.cancel()
  }

  private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    deadline?.cancel()
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }
}
