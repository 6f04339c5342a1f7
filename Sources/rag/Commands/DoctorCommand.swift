import ArgumentParser
import Embedding
import Foundation
import LlamaEngine
import ModelCatalogue
import VectorStore

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Checks everything rag needs, and says how to fix problems.",
    discussion: """
      Problems are marked !!, and the exit code is then 2; warnings are marked --. Loading the model and \
      reading the whole index take time. With --repair, what loses nothing is mended: the index is brought up to \
      date, and closed to other users.

        rag doctor
        rag doctor --repair
      """)

  @Flag(help: "Mend what can be mended without a loss.")
  var repair = false

  @OptionGroup var options: IndexOptions
  @OptionGroup var form: OutputForm
  @OptionGroup var modelOptions: ModelOptions
  @OptionGroup var remote: RemoteOptions

  func run() async throws {
    let isSilent = form.json
    var examination = Examination { finding in
      guard !isSilent else { return }
      let mark = finding.problem == nil ? "ok" : Console.warning(finding.isFatal ? "!!" : "--")
      Console.write("\(mark) \(finding.part): \(finding.state)")
      if let problem = finding.problem { Console.write("    \(problem)") }
    }
    examination.add("rag", RAG.version)
    examination.examineBLAS()
    examination.examineLocks()
    examination.examineDefaults()
    await examination.examineEncoder(options, remote)
    await examination.examineModel(named: modelOptions.model)
    await examination.examineIndex(options, remote)
    if repair {
      try await examination.repair(options, remote) { if isSilent { Console.note($0) } else { Console.write($0) } }
    }
    if form.json { try Console.writeJSON(examination) }
    if examination.findings.contains(where: { $0.problem != nil && $0.isFatal }) { throw ExitCode(2) }
  }
}
