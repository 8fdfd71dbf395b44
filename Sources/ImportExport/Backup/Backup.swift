import DownloadQueue
import FoundationEssentials
import Places
import Syntax

/// A backup: one JSON document with all places and downloads.
///
/// The document is an object with the keys `leftoff` (the version), `exportedAt`, `places`, `queue` and, if there are
/// any, `refusals`, `pages`, `windows`, `copies` and `omissions`. Each element of a list is on a line of its own.
/// `omissions` lists what could not be read.
enum Backup {
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

    /// The bytes before the first page mark; not written if there is no page mark.
    static var pages: [UInt8] { Array("\n],\"pages\":[".utf8) }

    /// The bytes before the first window set; not written if there is no window set.
    static var windows: [UInt8] { Array("\n],\"windows\":[".utf8) }

    /// The bytes before the first copy.
    static var copiesOpening: [UInt8] { Array("\n],\"copies\":[".utf8) }

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

    /// Returns a page mark as one line of the document.
    ///
    /// - Parameters:
    ///   - page: The page, its page mark and the time of the mark.
    ///   - isFirst: True for the first page, before which there is no comma.
    /// - Returns: JSON in UTF-8, preceded by a line break.
    static func entry(_ page: MarkedPage, isFirst: Bool) -> [UInt8] {
        var members: [String: JSONValue] = [
            "page": .string(page.key), "state": .string(page.mark.state.rawValue),
            "markedAt": .string(RFC3339.string(page.markedAt)),
        ]
        if let until = page.mark.until { members["until"] = .string(RFC3339.string(until)) }
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

/// A splitter of a backup into the document without copies and the lines of copies, so that a large backup can be
/// imported without being in memory.
///
/// ```swift
/// var splitter = BackupSplitter()
/// let rest = splitter.push(part)  // the copies' bytes in this part, once the document is complete
/// let contents = try BackupContents(splitter.document)
/// ```
package struct BackupSplitter: Sendable {
    /// The bytes of the document up to the copies, or of the whole file if it has none.
    package private(set) var document: [UInt8] = []
    /// True if the copies have begun; ``document`` is then complete.
    package private(set) var isComplete = false

    /// Creates a splitter at the start of a file.
    package init() {}

    /// Adds a part of the file to the document.
    ///
    /// - Parameter part: The next bytes of the file.
    /// - Returns: The number of bytes that belong to the document; the others belong to the copies.
    package mutating func push(_ part: UnsafeBufferPointer<UInt8>) -> Int {
        guard !isComplete else { return 0 }
        let marker = Backup.copiesOpening
        let start = max(0, document.count - marker.count)
        let known = document.count
        document.append(contentsOf: part)
        guard let found = Self.offset(of: marker, in: document, from: start) else { return part.count }
        isComplete = true
        document.removeSubrange(found...)
        document.append(contentsOf: Backup.closing)
        return found + marker.count - known
    }

    private static func offset(of marker: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count >= marker.count else { return nil }
        return bytes.withUnsafeBufferPointer { buffer in
            var index = start
            while index <= buffer.count - marker.count {
                if buffer[index] == marker[0], buffer[(index + 1)..<(index + marker.count)].elementsEqual(marker[1...])
                {
                    return index
                }
                index += 1
            }
            return nil
        }
    }
}

/// A splitter of the copies of a backup into lines.
package struct BackupLines: Sendable {
    /// The current line; only its beginning if it is longer than ``BackupCopy/maximumLineByteCount``.
    private var line: [UInt8] = []
    /// True if all copies have been read; what follows them is ignored.
    private var isComplete = false

    /// Creates a splitter at the start of the copies.
    package init() {}

    /// Processes a part of the file.
    ///
    /// - Parameters:
    ///   - part: The next bytes of the file after those of the document.
    ///   - body: Receives the JSON object of each copy. Of a line that is longer than
    ///     ``BackupCopy/maximumLineByteCount``, it receives one byte more than these.
    /// - Throws: The errors of `body`.
    package mutating func push(_ part: UnsafeBufferPointer<UInt8>, _ body: ([UInt8]) throws -> Void) rethrows {
        var rest = part[...]
        while !isComplete, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            append(rest[..<end])
            rest = rest[(end + 1)...]
            try flush(body)
        }
        if !isComplete { append(rest) }
    }

    private mutating func append(_ part: Slice<UnsafeBufferPointer<UInt8>>) {
        line.append(contentsOf: part.prefix(BackupCopy.maximumLineByteCount + 1 - line.count))
    }

    /// Processes the end of the file.
    ///
    /// - Parameter body: Receives the JSON object of the last copy, if its line has no end.
    /// - Throws: The errors of `body`.
    package mutating func finish(_ body: ([UInt8]) throws -> Void) rethrows { try flush(body) }

    private mutating func flush(_ body: ([UInt8]) throws -> Void) rethrows {
        defer { line.removeAll(keepingCapacity: true) }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        if line.last == UInt8(ascii: ",") { line.removeLast() }
        // After the last copy, a bracket ends the list.
        isComplete = isComplete || line.first == UInt8(ascii: "]")
        guard !line.isEmpty, !isComplete else { return }
        try body(line)
    }
}
