/// How often an `IndexWatch` looks for what it is not told of.
package struct WatchIntervals: Sendable {
  /// Between looks at folders of whose changes the system does not tell.
  package var polling = Duration.seconds(60)
  /// Between looks at the index's list of folders: 1 ms each.
  package var folders = Duration.seconds(3)
  /// Between looks at all folders: no event tells of a disk that is mounted over a folder, or of a file that a program
  /// keeps open.
  package var everything = Duration.seconds(600)
  /// Between looks at whether a folder that was gone is back.
  package var comeback = Duration.seconds(1)
  /// Before the next try while another process writes to the index.
  package var retry = Duration.seconds(1)
  /// Before the next try to reach a database.
  package var reconnecting = Duration.seconds(2)
  /// Before the next try after a failure.
  package var retryAfterFailure = Duration.seconds(30)
  /// How long the encoder is kept without a change: loading it takes up to a second.
  package var keepingEncoder = Duration.seconds(600)

  package init() {}
}
