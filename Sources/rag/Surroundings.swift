import Files
import Foundation
package import LanguageModels

/// The output, input and model of a command: those of the process, unless a test replaces them.
package struct Surroundings: Sendable {
  /// The surroundings of the current task.
  @TaskLocal package static var current: Surroundings = .init()

  package var output = Screen(writingTo: STDOUT_FILENO)
  package var errors = Screen(writingTo: STDERR_FILENO)
  /// Returns the next line typed, or `nil` at the end of input. If unset, standard input is read.
  package var nextLine: (@Sendable () -> String?)?
  /// The language model to use instead of the one that the options name.
  package var model: (any LanguageModel)?
  /// Where conversations are saved.
  package var dataFolder = UserFolders.data

  package init() {}
}
