import DownloadImportExport
package import DownloadQueue
package import FoundationEssentials
import JSON
package import Snapshots
import Timestamps

/// A backup: one JSON document with all places and downloads.
///
/// The document is an object with the keys `leftoff` (the version), `exportedAt`, `places` and `queue`. Each place and
/// each download is on a line of its own.
package enum Backup {
    /// The version of the format that is written, and the newest version that can be read.
    package static let version = 1

    /// Returns the bytes before the first place, in UTF-8.
    ///
    /// - Parameter now: The time to write as `exportedAt`.
    /// - Returns: The start of the document, up to the opening bracket of `places`.
    package static func opening(at now: Date) -> [UInt8] {
        let time = RFC3339.string(now)
        return Array("{\"leftoff\":\(version),\"exportedAt\":\"\(time)\",\"places\":[".utf8)
    }

    /// The bytes between the last place and the first download.
    package static var middle: [UInt8] { Array("\n],\"queue\":[".utf8) }

    /// The bytes after the last download.
    package static var closing: [UInt8] { Array("\n]}\n".utf8) }

    /// Returns a place as one line of the document.
    ///
    /// - Parameters:
    ///   - place: The stored snapshot to write, with its id, time, tags and note.
    ///   - isFirst: True for the first place, before which there is no comma.
    /// - Returns: JSON in UTF-8, preceded by a line break.
    package static func entry(_ place: StoredSnapshot, isFirst: Bool) -> [UInt8] {
        let value = JSONValue.object([
            "id": .string(place.id), "storedAt": .string(RFC3339.string(place.storedAt)),
            "tags": .array(place.metadata.tags.map(JSONValue.string)), "note": .string(place.metadata.note),
            "snapshot": place.snapshot.json,
        ])
        return Array((isFirst ? "\n" : ",\n").utf8) + value.encoded()
    }

    /// Returns a download as one line of the document.
    ///
    /// - Parameters:
    ///   - item: The queue item to write.
    ///   - isFirst: True for the first download, before which there is no comma.
    ///   - hasCredentials: True to write user names, passwords and request header fields too.
    /// - Returns: JSON in UTF-8, preceded by a line break; nil for a cancelled item, which is about to be deleted.
    /// - Throws: `EncodingError`.
    package static func entry(_ item: QueueItem, isFirst: Bool, hasCredentials: Bool) throws -> [UInt8]? {
        guard item.state != .cancelled else { return nil }
        let text = try item.portableJSON(includesCredentials: hasCredentials)
        return Array((isFirst ? "\n" : ",\n").utf8) + Array(text.utf8)
    }
}
