import ArgumentParser
import Foundation
import Retriever

/// The option that chooses what clicking a source opens.
struct LinkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      What clicking a source opens, such as vscode://file/{path}:{line}. Default: the file, or in an Obsidian vault \
      obsidian://open?path={path}.
      """, valueName: "template"),
    transform: SourceLinks.init(template:))
  var link: SourceLinks?

  /// The links of `--link`, or the defaults by folder.
  var links: SourceLinks { link ?? SourceLinks() }
}
