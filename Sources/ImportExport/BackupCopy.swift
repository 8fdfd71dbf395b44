package import FoundationEssentials
import JSON
package import PageCopies
import Timestamps

/// A copy of a page in a backup.
package struct BackupCopy: Sendable {
    /// The maximum nesting of a copy in a backup, of which the copy itself may have 16 levels.
    private static let depthLimit = 24

    /// The id of the place that the copy belongs to.
    package let placeID: String
    /// The kind of copy.
    package let kind: CopyKind
    /// The time when the copy was stored.
    package let storedAt: Date
    /// The JSON of the copy, as `CopyKind.normalized(json:)` returns it.
    package let content: [UInt8]

    /// Reads a line of a backup.
    ///
    /// - Parameters:
    ///   - line: The JSON object of the copy.
    ///   - number: The number of the copy in the backup, counted from 1, for the error.
    /// - Throws: ``ImportExportError/entry(kind:number:reason:)``.
    package init(line: [UInt8], number: Int) throws(ImportExportError) {
        let value: JSONValue
        do { value = try JSONValue(json: line, limit: .max, depthLimit: Self.depthLimit) } catch {
            throw .entry(kind: "copy", number: number, reason: error.description)
        }
        try self.init(BackupEntry(kind: "copy", number: number, value: value))
    }

    /// Reads an entry of a backup.
    ///
    /// - Throws: ``ImportExportError/entry(kind:number:reason:)``.
    init(_ entry: BackupEntry) throws(ImportExportError) {
        guard let place = try entry.text("place") else { throw entry.failure("the id of its place is missing") }
        guard let kind = try entry.text("kind").flatMap(CopyKind.init) else {
            throw entry.failure("its kind is missing or unknown")
        }
        guard let storedAt = try entry.text("storedAt").flatMap(RFC3339.date) else {
            throw entry.failure("storedAt is missing or not a time")
        }
        guard let copy = entry.value["copy"] else { throw entry.failure("the copy is missing") }
        do throws(CopyError) { content = try kind.normalized(json: copy.encoded()) } catch {
            throw entry.failure(error.reason)
        }
        placeID = place
        self.kind = kind
        self.storedAt = storedAt
    }
}
