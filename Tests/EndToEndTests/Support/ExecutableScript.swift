import Foundation
import Testing

/// A shell script that a test writes and then runs.
enum ExecutableScript {
    /// Writes a script.
    ///
    /// Another process writes the file, because a program that a parallel test starts at the same moment would inherit
    /// the descriptor, and a file that is open for writing cannot be executed (ETXTBSY).
    ///
    /// - Parameters:
    ///   - text: The script with its first line.
    ///   - path: The file; its directory need not exist.
    /// - Throws: An error if the file cannot be written.
    static func write(_ text: String, to path: URL) throws {
        let shell = try #require(Tool("sh"))
        let outcome = try shell.run(
            ["-c", "cat >\"$0\" && chmod 0755 \"$0\"", path.path], in: path.deletingLastPathComponent(),
            input: Data(text.utf8))
        try #require(outcome.status == 0, "\(outcome)")
    }
}
