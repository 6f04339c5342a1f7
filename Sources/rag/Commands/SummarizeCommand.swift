import ArgumentParser
import Files
import Foundation
import Indexer
import LanguageModels
import LlamaEngine

struct SummarizeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "summarize",
    abstract: "Summarizes files of any length.",
    discussion: """
      Reads every format that is indexed. Files longer than the model's window are read in pieces. Without a file, or \
      with -, standard input is read.

        rag summarize --words 80 minutes/2026-03-02.md
        rag summarize chapter-*.txt
        rag summarize report.pdf
        man ssh | rag summarize --words 60
      """)

  @Argument(help: "Files to summarize together.", completion: .file())
  var file: [String] = []

  @Option(parsing: .unconditional, help: "The length of the summary in words.")
  var words = 150

  @Option(help: "Append one JSON line for each event (search, inference, tool call, compaction, warning) to this file.")
  var trace: String?

  @Flag(help: "Print JSON instead of text.")
  var json = false

  @OptionGroup var modelOptions: ModelOptions
  @OptionGroup var remote: RemoteOptions

  mutating func validate() throws {
    guard words >= 10 else { throw ValidationError("--words must be at least 10.") }
    if file.isEmpty {
      guard isatty(STDIN_FILENO) == 0 else { throw ValidationError("Name a file, or pipe in text.") }
      file = ["-"]
    }
  }

  func run() async throws {
    var texts: [String] = []
    for path in file { texts.append(try await Self.text(ofFile: path)) }
    let trace = try trace.map(TraceFile.init)
    let model = try await modelOptions.load(remote)
    let summarizer = DocumentSummarizer(using: model) { trace?.write($0) }
    let summary = try await summarizer.summary(of: texts.joined(separator: "\n\n"), words: words) { progress in
      switch progress {
      case .read(let bytes, let total): WaitingLine.shared.setContext("\(100 * bytes / max(1, total)) % read")
      case .shortening(let words): WaitingLine.shared.setContext("shortening \(words) words")
      }
    }
    guard let summary else { throw CommandError.badInput("\(file.joined(separator: ", ")): no text found") }
    if json {
      try Console.writeJSON(SummaryRecord(files: file, summary: summary, model: model.name))
    } else {
      Console.write(text: summary)
    }
  }

  /// Returns a file's text, decoded as `rag index` decodes it.
  private static func text(ofFile path: String) async throws -> String {
    let data =
      path == "-" ? try FileHandle.standardInput.readToEnd() ?? Data() : FileManager.default.contents(atPath: path)
    guard let data else {
      if FileStatus(of: path)?.isFolder == true {
        throw CommandError.badInput("\(path) is a folder: name files in it")
      }
      throw CommandError.badInput("\(path) cannot be read: name a file of text, or one of a format that is indexed")
    }
    do {
      return try await NoteText.text(decoding: [UInt8](data), path: path)
    } catch {
      let advice = Remedy.advice(forUnread: error.reason, in: URL(filePath: path).deletingLastPathComponent().path)
      throw CommandError.badInput("\(path): \(error.reason)" + (advice ?? ""))
    }
  }
}
