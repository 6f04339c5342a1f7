import ForeignFormats
import Foundation

/// Converts Jupyter notebooks (nbformat 2 to 4): cells of text and code, and the text that code printed.
enum NotebookConverter {
  private struct Notebook: Decodable {
    struct Cell: Decodable {
      struct Output: Decodable {
        var text: Lines?
        var data: [String: Lines]?
        var ename: String?
        var evalue: String?
      }
      var cell_type: String
      var source: Lines?
      var outputs: [Output]?
      /// The code, before nbformat 4.
      var input: Lines?
      /// Of a heading, before nbformat 4.
      var level: Int?
      var language: String?

      var text: String { (source ?? input)?.text ?? "" }
    }
    struct Worksheet: Decodable { var cells: [Cell] }
    struct Metadata: Decodable {
      struct Language: Decodable { var name: String? }
      var language_info: Language?
      var title: String?
    }
    var cells: [Cell]?
    /// What contained the cells before nbformat 4.
    var worksheets: [Worksheet]?
    var metadata: Metadata?
  }

  /// A text, or its lines.
  private struct Lines: Decodable {
    var text: String
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self.text = text
      } else {
        // Anything else, such as a picture's data, is no text.
        let lines = (try? container.decode([String].self)) ?? []
        // Before nbformat 3, lines had no ends.
        text = lines.joined(separator: lines.dropLast().allSatisfy { $0.hasSuffix("\n") } ? "" : "\n")
      }
    }
  }

  /// The longest output that is kept, in characters: beyond that it is data.
  private static let longestOutput = 4000

  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    guard let notebook = try? JSONDecoder().decode(Notebook.self, from: Data(bytes)),
      let cells = notebook.cells ?? notebook.worksheets?.flatMap(\.cells)
    else { throw ConversionError.damaged("it is no Jupyter notebook") }
    var writer = MarkdownWriter()
    let language = notebook.metadata?.language_info?.name
    for (number, cell) in cells.enumerated() {
      writer.begin("\(number + 1)")
      guard cell.cell_type == "code" else {
        if cell.cell_type == "heading" {
          writer.heading(cell.text, level: cell.level ?? 1)
        } else {
          writer.add(markdown: cell.text)
        }
        continue
      }
      writer.code(cell.text, language: language ?? cell.language ?? "")
      for output in cell.outputs ?? [] {
        let error = output.ename.map { "\($0): \(output.evalue ?? "")" }
        let printed = (output.text ?? output.data?["text/plain"])?.text ?? error ?? ""
        writer.code(String(printed.prefix(longestOutput)))
      }
    }
    return writer.conversion(title: notebook.metadata?.title, unit: .cell)
  }
}
