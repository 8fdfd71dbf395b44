import Foundation
import TestSupport
import Testing

/// A test of the queue: a data directory, and a server that it downloads from.
protocol QueueScene {
    var leftoff: Leftoff { get }
    var server: ScriptedServer { get }
}

extension QueueScene {
    /// The destination directory of ``add(_:)``.
    var downloads: URL { leftoff.directory.appending(path: "downloads") }

    /// Adds downloads.
    ///
    /// - Parameter arguments: Addresses and options.
    /// - Returns: What `queue add` said; its lines are the ids.
    /// - Throws: When it cannot be run, or refuses them.
    func add(_ arguments: [String]) throws -> Leftoff.Outcome {
        let added = try leftoff.run(["queue", "add", "--dir", downloads.path] + arguments)
        try #require(added.status == 0, "\(added.errorText)")
        return added
    }

    /// The items as the queue's JSON has them.
    func items() throws -> [[String: Any]] {
        let outcome = try leftoff.run(["queue", "list", "--format", "json"])
        try #require(outcome.status == 0, "\(outcome.errorText)")
        return try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]])
    }
}
