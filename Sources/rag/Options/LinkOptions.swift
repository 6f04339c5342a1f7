import ArgumentParser
import Foundation
import Retriever

/// What clicked sources open.
struct LinkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      What a click on a source opens, as vscode://file/{path}:{line}. Default: the file, in an Obsidian vault \
      obsidian://open?path={path}.
      """, valueName: "template"),
    transform: SourceLinks.init(template:))
  var link: SourceLinks?

  /// The links that are asked for, or those by folder.
  var links: SourceLinks { link ?? SourceLinks() }
}
