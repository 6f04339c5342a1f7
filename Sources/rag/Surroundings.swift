import Files
import Foundation
package import LanguageModels

/// What a command prints on, reads from and answers with: what the process has, unless a test gives something else.
package struct Surroundings: Sendable {
  /// Those of the running task.
  @TaskLocal package static var current: Surroundings = .init()

  package var output = Screen(writingTo: STDOUT_FILENO)
  package var errors = Screen(writingTo: STDERR_FILENO)
  /// Returns the next line that is typed, and `nil` at the end; without it, standard input is read.
  package var nextLine: (@Sendable () -> String?)?
  /// The language model that answers, in place of the one that the options name.
  package var model: (any LanguageModel)?
  /// Where conversations are saved.
  package var dataFolder = UserFolders.data

  package init() {}
}
