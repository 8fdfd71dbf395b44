import DownloadImportExport
package import DownloadQueue
package import FoundationEssentials
import JSON
package import PageCopies
package import Snapshots
import Timestamps

/// A backup: one JSON document with all places and downloads.
///
/// The document is an object with the keys `leftoff` (the version), `exportedAt`, `places`, `queue` and, if there are
/// any, `refusals`, `windows`, `copies` and `omissions`. Each element of a list is on a line of its own. `omissions`
/// lists what could not be read.
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

    /// The bytes before the first refusal; not written if there is no refusal.
    static var refusals: [UInt8] { Array("\n],\"refusals\":[".utf8) }

    /// The bytes before the first window set; not written if there is no window set.
    static var windows: [UInt8] { Array("\n],\"windows\":[".utf8) }

    /// The bytes before the first copy.
    package static var copiesOpening: [UInt8] { Array("\n],\"copies\":[".utf8) }

    /// The bytes before the first omission; not written if there is no omission.
    static var omissions: [UInt8] { Array("\n],\"omissions\":[".utf8) }

    /// The bytes after the last element of the last list.
    package static var closing: [UInt8] { Array("\n]}\n".utf8) }

    /// Returns a place as one line of the document.
    ///
    /// - Parameters:
    ///   - place: The stored snapshot to write, with its id, time, tags and note.
    ///   - isFirst: True for the first place, before which there is no comma.
    /// - Returns: JSON in UTF-8, preceded by a line break.
    package static func entry(_ place: StoredSnapshot, isFirst: Bool) -> [UInt8] {
        var members: [String: JSONValue] = [
            "id": .string(place.id), "storedAt": .string(RFC3339.string(place.storedAt)),
            "tags": .array(place.metadata.tags.map(JSONValue.string)), "note": .string(place.metadata.note),
            "snapshot": place.snapshot.json, "origin": .string(place.origin.rawValue),
        ]
        if let expiresAt = place.expiresAt { members["expiresAt"] = .string(RFC3339.string(expiresAt)) }
        return Array((isFirst ? "\n" : ",\n").utf8) + JSONValue.object(members).encoded()
    }

    /// Returns a page without automatic places as one line of the document.
    ///
    /// - Parameters:
    ///   - refusal: The page, the time, and the place that the refusal removed.
    ///   - isFirst: True for the first page, before which there is no comma.
    /// - Returns: JSON in UTF-8, preceded by a line break.
    static func entry(_ refusal: AutomaticPlace.Refusal, isFirst: Bool) -> [UInt8] {
        var members: [String: JSONValue] = [
            "page": .string(refusal.pageKey), "refusedAt": .string(RFC3339.string(refusal.refusedAt)),
        ]
        if let id = refusal.placeID { members["place"] = .string(id) }
        return Array((isFirst ? "\n" : ",\n").utf8) + JSONValue.object(members).encoded()
    }

    /// Returns a copy as one line of the document.
    ///
    /// - Parameters:
    ///   - copy: The record of the copy.
    ///   - content: The JSON of the copy, which contains no line break.
    ///   - isFirst: True for the first copy, before which there is no comma.
    /// - Returns: JSON in UTF-8, preceded by a line break.
    package static func entry(_ copy: StoredCopy, content: [UInt8], isFirst: Bool) -> [UInt8] {
        let head = "\(isFirst ? "\n" : ",\n"){\"place\":\"\(copy.placeID)\",\"kind\":\"\(copy.kind.rawValue)\""
        return Array("\(head),\"storedAt\":\"\(RFC3339.string(copy.storedAt))\",\"copy\":".utf8)
            + JSONText.escapingUnsafe(content) + [UInt8(ascii: "}")]
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
