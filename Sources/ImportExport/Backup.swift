import DownloadImportExport
package import DownloadQueue
package import FoundationEssentials
import JSON
package import Snapshots

/// Everything that Leftoff keeps, as one JSON document: an object with `places` and `queue`, one entry a line.
package enum Backup {
    /// The version that is written, and the newest that is read.
    package static let version = 1

    /// What stands before the first place.
    ///
    /// - Parameter now: When it is written.
    /// - Returns: UTF-8.
    package static func opening(at now: Date) -> [UInt8] {
        let time = RFC3339.string(now)
        return Array("{\"leftoff\":\(version),\"exportedAt\":\"\(time)\",\"places\":[".utf8)
    }

    /// What stands between the last place and the first download.
    package static var middle: [UInt8] { Array("\n],\"queue\":[".utf8) }

    /// What stands after the last download.
    package static var closing: [UInt8] { Array("\n]}\n".utf8) }

    /// A place.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - isFirst: Whether it is the first one.
    /// - Returns: UTF-8.
    package static func entry(_ place: StoredSnapshot, isFirst: Bool) -> [UInt8] {
        let value = JSONValue.object([
            "id": .string(place.id), "storedAt": .string(RFC3339.string(place.storedAt)),
            "tags": .array(place.marks.tags.map(JSONValue.string)), "note": .string(place.marks.note),
            "snapshot": place.snapshot.json,
        ])
        return Array((isFirst ? "\n" : ",\n").utf8) + value.encoded()
    }

    /// A download.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - isFirst: Whether it is the first one.
    ///   - hasCredentials: Whether credentials and request fields are written too.
    /// - Returns: UTF-8; nil for an item that is about to disappear.
    package static func entry(_ item: QueueItem, isFirst: Bool, hasCredentials: Bool) -> [UInt8]? {
        guard item.state != .cancelled else { return nil }
        guard let text = item.portableJSON(includesCredentials: hasCredentials) else { return nil }
        return Array((isFirst ? "\n" : ",\n").utf8) + Array(text.utf8)
    }
}
