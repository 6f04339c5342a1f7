@preconcurrency import Dispatch
import Foundation
import Synchronization

/// Turns the first SIGINT, SIGTERM or SIGHUP into a clean stop; a second one exits at once.
final class Interruption: Sendable {
  private let count = Mutex(0)
  private let sources: [any DispatchSourceSignal]

  private struct Diversion {
    /// The signal; `nil` for all.
    var signal: Int32?
    var action: @Sendable () -> Void
  }

  private static let diversion = Mutex<Diversion?>(nil)

  /// Makes each signal, or only one of them, run `action` instead of stopping the program, until `nil` is passed.
  static func divert(only signal: Int32? = nil, to action: (@Sendable () -> Void)?) {
    diversion.withLock { $0 = action.map { Diversion(signal: signal, action: $0) } }
  }

  private static let said = Mutex("interrupted")

  /// The line printed when the user stops the program.
  static var notice: String { said.withLock { $0 } }

  /// Adds the consequence of an interruption to `notice`.
  static func announce(_ consequence: String) {
    said.withLock { $0 = "interrupted: \(consequence)" }
  }

  /// Whether the user asked to stop.
  var wasRequested: Bool { count.withLock { $0 > 0 } }

  init(_ stop: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue(label: "rag.interruption")
    // Under nohup, SIGHUP stays ignored: the program outlives its terminal.
    let signals = [SIGINT, SIGTERM] + (Interruption.isIgnored(SIGHUP) ? [] : [SIGHUP])
    sources = signals.map { number in
      signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number, queue: queue)
    }
    for (number, source) in zip(signals, sources) {
      source.setEventHandler { [weak self] in
        if let diversion = Interruption.diversion.withLock({ $0 }), [nil, number].contains(diversion.signal) {
          return diversion.action()
        }
        let requests = self?.count.withLock { count in
          count += 1
          return count
        }
        if let requests, requests > 1 {
          Console.note(Interruption.notice)
          Program.leave(with: 130)
        }
        stop()
      }
      source.resume()
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
