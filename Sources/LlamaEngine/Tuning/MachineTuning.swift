import CLlama
import Embedding
import Files
import Foundation
import Synchronization

/// How weights of one type are evaluated fastest on this machine, as measured.
///
/// Measuring takes a few tenths of a second. What is best differs between processors: on a Xeon, two cores read prompts
/// at 48 tokens per second with the weights of Qwen2.5-Coder 1.5B (Q4_K_M) repacked for AVX-512, at 70 with the weights
/// as in the file, and at 90 repacked for AMX; on ARM, repacked weights are faster.
public struct MachineTuning: Sendable, Hashable, Codable {
  /// Whether weights are repacked when a model is loaded. That takes half a second per gigabyte, and memory that other
  /// processes cannot share.
  public var repacksWeights: Bool
  /// Threads that evaluate a prompt.
  public var promptThreads: Int
  /// Threads that generate a reply: each increase must make it at least 5% faster.
  public var replyThreads: Int
  /// The measurements.
  public var timings: [Timing]

  /// A timed product of a weight matrix.
  public struct Timing: Sendable, Hashable, Codable {
    /// Whether the weights were repacked.
    public var isRepacked: Bool
    /// Tokens multiplied at once.
    public var tokens: Int
    /// Threads used.
    public var threads: Int
    /// The shortest time, in seconds.
    public var seconds: Double

    package init(isRepacked: Bool, tokens: Int, threads: Int, seconds: Double) {
      (self.isRepacked, self.tokens, self.threads, self.seconds) = (isRepacked, tokens, threads, seconds)
    }
  }

  /// The usual tokens of a prompt and a reply, measured with the questions of `corpus/`.
  private static let usualTokens = (prompt: 880.0, reply: 40.0)
  /// Weights are repacked only if that saves a seventh of the time, since it slows loading: by half a second, for
  /// a model that takes ten seconds to read a usual prompt.
  private static let worthRepacking = 0.86
  /// More threads must cut the time of a reply to this share.
  private static let worthAThread = 0.95

  /// The fastest tuning by these timings; `nil` if the weights as in the file were not timed.
  package init?(choosingFrom timings: [Timing], cores: Int) {
    func seconds(_ isRepacked: Bool, _ tokens: Int, _ threads: Int) -> Double? {
      timings.first { $0.isRepacked == isRepacked && $0.tokens == tokens && $0.threads == threads }?.seconds
    }
    func replyThreads(_ isRepacked: Bool) -> Int {
      let replies = timings.filter { $0.isRepacked == isRepacked && $0.tokens == 1 }.sorted { $0.threads < $1.threads }
      return replies.reduce(replies.first) { best, next in
        best.map { next.seconds < $0.seconds * Self.worthAThread ? next : $0 }
      }?.threads ?? cores
    }
    func cost(_ isRepacked: Bool) -> Double? {
      guard let prompt = seconds(isRepacked, MatrixTiming.promptTokens, cores),
        let reply = seconds(isRepacked, 1, replyThreads(isRepacked))
      else { return nil }
      return Self.usualTokens.prompt * prompt / Double(MatrixTiming.promptTokens) + Self.usualTokens.reply * reply
    }
    guard let plain = cost(false) else { return nil }
    repacksWeights = cost(true).map { $0 < plain * Self.worthRepacking } ?? false
    promptThreads = cores
    self.replyThreads = replyThreads(repacksWeights)
    self.timings = timings
  }

  /// Returns the tuning used if nothing could be measured: weights as in the file, and every core.
  static func untuned(cores: Int) -> MachineTuning {
    MachineTuning(repacksWeights: false, promptThreads: cores, replyThreads: cores, timings: [])
  }

  private init(repacksWeights: Bool, promptThreads: Int, replyThreads: Int, timings: [Timing]) {
    (self.repacksWeights, self.promptThreads) = (repacksWeights, promptThreads)
    (self.replyThreads, self.timings) = (replyThreads, timings)
  }
}

extension MachineTuning {
  private static let known = Mutex<[String: MachineTuning]>([:])

  /// Returns the tuning for weights of a type: as saved in `folder`, else as measured now and saved there.
  ///
  /// If other processes keep the processor busy, nothing can be measured, and nothing is saved.
  ///
  /// - Parameter type: llama.cpp's number of the type of weights.
  package static func tuning(
    forType type: UInt32, keptIn folder: String?,
    measuring measure: (UInt32, Int) -> MachineTuning? = { measured(forType: $0, cores: $1) }
  ) -> MachineTuning {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let key = key(of: ggml_type(rawValue: type), cores: cores)
    return known.withLock { known in
      if let tuning = known[key] { return tuning }
      let file = folder.map { $0 + "/\(key).json" }
      if let data = file.flatMap({ FileManager.default.contents(atPath: $0) }),
        let tuning = try? JSONDecoder().decode(MachineTuning.self, from: data),
        (1...cores).contains(tuning.promptThreads), (1...cores).contains(tuning.replyThreads)
      {
        known[key] = tuning
        return tuning
      }
      guard let tuning = measure(type, cores) else {
        known[key] = untuned(cores: cores)
        return untuned(cores: cores)
      }
      known[key] = tuning
      if let file {
        try? PrivateFile.replace(file, with: JSONEncoder().encode(tuning))
      }
      return tuning
    }
  }

  /// Returns a name unique to the processor, number of cores, build of llama.cpp and type of weights.
  private static func key(of type: ggml_type, cores: Int) -> String {
    let system = llama_print_system_info().map { String(cString: $0) } ?? ""
    let name = ggml_type_name(type).map { String(cString: $0) } ?? "\(type.rawValue)"
    return "\(name)-\(SHA256Digest.hexadecimal(of: "2 \(processor) \(system) \(cores)").prefix(16))"
  }

  /// The processor's name; empty if unknown.
  private static var processor: String {
    #if canImport(Darwin)
      var name = [UInt8](repeating: 0, count: 256)
      var size = name.count
      guard sysctlbyname("machdep.cpu.brand_string", &name, &size, nil, 0) == 0 else { return "" }
      return String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    #else
      let information = FileManager.default.contents(atPath: "/proc/cpuinfo") ?? Data()
      return String(decoding: information, as: UTF8.self).split(separator: "\n")
        .first { $0.hasPrefix("model name") || $0.hasPrefix("CPU part") }.map(String.init) ?? ""
    #endif
  }

  /// Measures on `cores` cores. Returns `nil` if other processes used them, or weights of the type cannot be created.
  package static func measured(forType type: UInt32, cores: Int) -> MachineTuning? {
    var timings: [Timing] = []
    var isQuiet = true
    for isRepacked in [false, true] {
      guard let matrix = MatrixTiming(type: type, repacking: isRepacked) else { continue }
      func time(_ tokens: Int, _ threads: Int) {
        timings.append(
          Timing(
            isRepacked: isRepacked, tokens: tokens, threads: threads,
            seconds: matrix.seconds(tokens: tokens, threads: threads)))
      }
      let before = ThreadGovernor.Reading.now(readingIdle: false)
      time(MatrixTiming.promptTokens, cores)
      let after = ThreadGovernor.Reading.now(readingIdle: false)
      let used = (after.used - before.used) / (after.wall - before.wall)
      isQuiet = isQuiet && used > Double(cores) - ThreadGovernor.missingShare
      var threads = 1
      while threads < cores {
        time(1, threads)
        threads *= 2
      }
      time(1, cores)
    }
    return isQuiet ? MachineTuning(choosingFrom: timings, cores: cores) : nil
  }
}
