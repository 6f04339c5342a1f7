import CLlama
import Synchronization

/// Captures llama.cpp's log.
///
/// Nothing reaches standard error; errors can be quoted.
enum LlamaLog {
  private static let errors = Mutex<[String]>([])
  private static let operation = Mutex(())

  /// Initializes llama.cpp once per process, after redirecting the log that initialization writes to.
  static let start: Void = {
    llama_log_set(
      { level, text, _ in
        guard level == GGML_LOG_LEVEL_ERROR, let text else { return }
        LlamaLog.record(String(cString: text))
      }, nil)
    llama_backend_init()
  }()

  /// Runs `body`, and returns its result with the errors that llama.cpp logged meanwhile.
  ///
  /// llama.cpp has one log for the whole process, so one such operation runs at a time.
  static func collectingErrors<Result>(_ body: () -> Result) -> (result: Result, errors: [String]) {
    operation.withLock { _ in
      errors.withLock { $0 = [] }
      let result = body()
      return (result, errors.withLock { $0 })
    }
  }

  private static func record(_ text: String) {
    let line = text.split(separator: "\n").joined(separator: " ")
    guard !line.isEmpty else { return }
    errors.withLock { $0 = $0.suffix(31) + [message(in: line)] }
  }

  /// Returns a line without its leading names of C functions, as in `llama_model_load: error loading model: …`.
  private static func message(in line: String) -> String {
    var line = Substring(line)
    while let colon = line.firstRange(of: ": "),
      line[..<colon.lowerBound].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }),
      line[..<colon.lowerBound].contains("_")
    {
      line = line[colon.upperBound...]
    }
    return String(line)
  }
}
