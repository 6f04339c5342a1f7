import FrontWire
import Synchronization

/// The one-time codes that open the page, and the sessions of the pages that were opened.
///
/// A page keeps its session in its own origin, port included, and sends it as `Authorization`: unlike a cookie, it
/// reaches no other server of this machine.
final class Sessions: Sendable {
  /// What a session may do.
  struct Session: Sendable, Hashable {
    fileprivate var end: ContinuousClock.Instant
    /// Whether it began with a code, which only whoever started the server, or asked it in a terminal, has seen.
    var isOfCode: Bool
  }

  /// How long a code opens the page, unless it is used.
  static let codeLasts = Duration.seconds(10 * 60)
  /// How long a session lasts.
  static let sessionLasts = Duration.seconds(12 * 60 * 60)
  /// The most codes, and the most sessions; the oldest are dropped.
  private static let most = 64

  private let token: String
  private let state = Mutex<(codes: [String: ContinuousClock.Instant], sessions: [String: Session])>(([:], [:]))

  init(token: String) { self.token = token }

  /// Lets a code open the page, once.
  func add(code: String) {
    state.withLock { state in
      state.codes = state.codes.filter { $0.value > .now }
      if state.codes.count >= Self.most, let oldest = state.codes.min(by: { $0.value < $1.value }) {
        state.codes[oldest.key] = nil
      }
      state.codes[code] = .now + Self.codeLasts
    }
  }

  /// Begins a session with a code, which is used up, or the token; `nil` if it is neither.
  func begin(with secret: String) -> String? {
    state.withLock { state in
      let isOfCode = state.codes.removeValue(forKey: secret).map { $0 > .now } ?? false
      guard isOfCode || Secret.isSame(secret, as: token) else { return nil }
      state.sessions = state.sessions.filter { $0.value.end > .now }
      if state.sessions.count >= Self.most, let oldest = state.sessions.min(by: { $0.value.end < $1.value.end }) {
        state.sessions[oldest.key] = nil
      }
      let name = Secret.make()
      state.sessions[name] = Session(end: .now + Self.sessionLasts, isOfCode: isOfCode)
      return name
    }
  }

  /// Returns a session that has not ended.
  func session(_ name: String) -> Session? {
    state.withLock { state in
      guard let session = state.sessions[name] else { return nil }
      if session.end > .now { return session }
      state.sessions[name] = nil
      return nil
    }
  }
}
