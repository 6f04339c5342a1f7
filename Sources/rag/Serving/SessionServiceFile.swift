/// The file by which the system starts a service with the user's session.
protocol SessionServiceFile {
  /// The file.
  var path: String { get }
  /// Where the system looks for such files.
  var folder: String { get }
  /// The file's contents.
  var text: String { get }
  /// A link to the file, which makes it effective.
  var link: String? { get }
  /// The commands that make the file effective, now and with each session.
  func starting(isNew: Bool) -> [String]
  /// The commands that end the service after its file was removed.
  var ending: [String] { get }
}
