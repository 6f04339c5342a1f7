import ArgumentParser
import Foundation
import Retriever

/// What clicked sources open.
struct LinkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      What clicking a source opens, such as vscode://file/{path}:{line}. Default: the file, or in an Obsidian vault \
      obsidian://open?path={path}.
      """, valueName: "template"),
    transform: SourceLinks.init(template:))
  var link: SourceLinks?

  /// The links that are asked for, or those by folder.
  var links: SourceLinks { link ?? SourceLinks() }
}
