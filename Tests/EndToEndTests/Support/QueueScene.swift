import Foundation
import TestSupport
import Testing

/// A test of the queue, with a data directory and a server for the downloads.
protocol QueueScene {
    var leftoff: Leftoff { get }
    var server: ScriptedServer { get }
}

extension QueueScene {
    /// The destination directory of ``add(_:)``.
    var downloads: URL { leftoff.directory.appending(path: "downloads") }

    /// Adds downloads.
    ///
    /// - Parameter arguments: URLs and options.
    /// - Returns: The outcome of `queue add`, whose output lines are the ids.
    /// - Throws: An error if the command cannot be run or fails.
    func add(_ arguments: [String]) throws -> Leftoff.Outcome {
        let added = try leftoff.run(["queue", "add", "--dir", downloads.path] + arguments)
        try #require(added.status == 0, "\(added.errorText)")
        return added
    }

    /// Returns the items in the queue's JSON.
    func items() throws -> [[String: Any]] {
        let outcome = try leftoff.run(["queue", "list", "--format", "json"])
        try #require(outcome.status == 0, "\(outcome.errorText)")
        return try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]])
    }
}
