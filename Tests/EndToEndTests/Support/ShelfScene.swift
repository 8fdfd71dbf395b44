import Foundation
import Testing

/// A place that a test imports.
struct ShelfEntry {
    /// The complete id.
    var id: String
    /// The address of the page.
    var url: String
    /// The title of the page.
    var title = "A title"
    /// The time since the place was stored.
    var minutesAgo: Int
    /// The share of the page above the place.
    var progress = 0.4
    /// The length of the page's text; nil for an unknown one.
    var length: Int?
    /// The reader's tags.
    var tags: [String] = []
    /// `click`, `automatic` or `import`.
    var origin = "click"

    /// The place as a backup contains it.
    fileprivate var json: [String: Any] {
        var share: [String: Any] = ["px": progress, "text": progress]
        if let length { share["length"] = length }
        let storedAt = Date(timeIntervalSinceNow: Double(-60 * minutesAgo)).formatted(.iso8601)
        return [
            "id": id, "storedAt": storedAt, "tags": tags, "origin": origin,
            "snapshot": [
                "schema": 1, "url": url, "title": title, "pageYOffset": 500, "progress": share, "capturedAt": storedAt,
            ],
        ]
    }
}

extension Leftoff {
    /// Imports places, the oldest first.
    func add(_ entries: [ShelfEntry]) throws {
        let backup: [String: Any] = ["leftoff": 1, "places": entries.map(\.json)]
        let outcome = try run(["import", "-q"], input: try JSONSerialization.data(withJSONObject: backup))
        try #require(outcome.status == 0, "\(outcome.errorText)")
    }

    /// Imports places on pages of their own, whose ids end with their numbers from 11.
    func addPages(_ count: Int) throws {
        try add(
            (0..<count).map { index in
                ShelfEntry(
                    id: "0000000000\(11 + index)", url: "https://example.org/many/\(index)", title: "Many \(index)",
                    minutesAgo: 1_000 - index)
            })
    }

    /// Returns the objects of `leftoff list --format json` with further arguments.
    func listed(_ arguments: String...) throws -> [[String: Any]] {
        let outcome = try run(["list", "--format", "json"] + arguments)
        return try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]])
    }

    /// Returns the ids that `leftoff list` lists with further arguments.
    func listedIDs(_ arguments: String...) throws -> [String] {
        let outcome = try run(["list", "--format", "json"] + arguments)
        let places = try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]]
        return try #require(places).compactMap { $0["id"] as? String }
    }
}
