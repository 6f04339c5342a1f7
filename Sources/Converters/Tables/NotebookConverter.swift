import ForeignFormats
import Foundation

/// Converts Jupyter notebooks (nbformat 4): cells of text and code, and the text that code printed.
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
      var source: Lines
      var outputs: [Output]?
    }
    struct Metadata: Decodable {
      struct Language: Decodable { var name: String? }
      var language_info: Language?
      var title: String?
    }
    var cells: [Cell]
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
        text = ((try? container.decode([String].self)) ?? []).joined()
      }
    }
  }

  /// The longest output that is kept, in characters: beyond that it is data.
  private static let longestOutput = 4000

  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    let notebook: Notebook
    do {
      notebook = try JSONDecoder().decode(Notebook.self, from: Data(bytes))
    } catch {
      throw ConversionError.damaged("it is no Jupyter notebook of version 4")
    }
    var writer = MarkdownWriter()
    let language = notebook.metadata?.language_info?.name ?? ""
    for (number, cell) in notebook.cells.enumerated() {
      writer.begin("\(number + 1)")
      guard cell.cell_type == "code" else {
        writer.add(markdown: cell.source.text)
        continue
      }
      writer.code(cell.source.text, language: language)
      for output in cell.outputs ?? [] {
        let error = output.ename.map { "\($0): \(output.evalue ?? "")" }
        let printed = (output.text ?? output.data?["text/plain"])?.text ?? error ?? ""
        writer.code(String(printed.prefix(longestOutput)))
      }
    }
    return writer.conversion(title: notebook.metadata?.title, unit: .cell)
  }
}
