import ArgumentParser
import Foundation
import ModelCatalogue
import RAGKit

extension ModelsCommand {
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists the models: installed, elsewhere on this machine, and available to fetch.",
      discussion: "Any name in the list can be given to --model or --encoder; a part of it will do if it is clear.")
    @Flag(help: "Print JSON instead of text.") var json = false

    func run() async throws {
      let list = try ModelList()
      for group in list.groups where json || !group.records.isEmpty {
        if !json { Console.write("\(group.title):") }
        for record in group.records {
          if json { try Console.writeJSON(record) } else { Console.write("  " + record.line) }
        }
      }
    }
  }

  struct Path: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Prints the path of a model; exits with 1 if it is not installed.")
    @Argument(help: "The model's name.") var name: String
    @Flag(help: "Print JSON instead of text.") var json = false

    func run() async throws {
      do {
        let choice = try CatalogueChoice(named: name)
        if json { try Console.writeJSON(try ModelRecord(choice)) } else { Console.write(choice.path) }
      } catch let missing as MissingModel {
        Console.error(Remedy.message(for: missing))
        throw ExitCode(1)
      }
    }
  }
}
