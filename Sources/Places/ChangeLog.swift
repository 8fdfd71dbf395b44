/// A log of the changes to places and downloads, made by any process.
///
/// It keeps only the last change of each record. The functions block for a short time and may be called from any
/// thread.
package protocol ChangeLog: Sendable {
    /// Returns the number of the last change, or 0 if there was none.
    ///
    /// - Throws: The log's own error if it cannot be read.
    func newest() throws -> Int64

    /// Returns the changes after a given one, oldest first.
    ///
    /// - Parameters:
    ///   - number: The number of the last change that the caller has processed.
    ///   - limit: The maximum number of changes to return.
    /// - Returns: The changes, or nil if some changes after `number` are no longer recorded or `number` is not from
    ///   this log.
    /// - Throws: The log's own error if it cannot be read.
    func changes(after number: Int64, limit: Int) throws -> [RecordChange]?
}

/// The last addition, change or removal of a record.
package struct RecordChange: Sendable, Hashable {
    /// The kind of a record.
    package enum Subject: String, Sendable {
        /// A snapshot.
        case place
        /// A download in the queue.
        case item
        /// The page mark of a page, whose key is the id.
        case page
    }

    /// The sequence number, which grows with every change.
    package let number: Int64
    /// The kind of the record.
    package let subject: Subject
    /// The record's id.
    package let id: String
    /// True if the record was removed.
    package let isGone: Bool

    /// Creates a change.
    package init(number: Int64, subject: Subject, id: String, isGone: Bool) {
        self.number = number
        self.subject = subject
        self.id = id
        self.isGone = isGone
    }
}

/// A failure of a store that can succeed when it is tried again.
package protocol TemporaryStoreError: Error {
    /// True if another process only was busy with the store.
    var isTemporary: Bool { get }
}

/// A stored record that cannot be read, or only in part.
///
/// In a list, it is reported beside the other records. It is the error of reading this record alone.
package struct UnreadableRecord: Error, Hashable, CustomStringConvertible {
    /// The kind of a record; the raw value is its name in messages.
    package enum Kind: String, Sendable {
        case snapshot = "place"
        case windowSet = "window"
        case download
    }

    /// The kind of the record.
    package let kind: Kind
    /// The id, or else the position in the order of storing.
    package let id: String
    /// The number of the tab of a window set that is damaged, from 1; nil for the record itself.
    package let tab: Int?
    /// The reason why it cannot be read, on one line.
    package let reason: String

    /// Creates the description of a damaged record.
    package init(_ kind: Kind, id: String, tab: Int? = nil, reason: String) {
        self.kind = kind
        self.id = id
        self.tab = tab
        self.reason = reason
    }

    /// The kind and the id.
    package var subject: String { "\(kind.rawValue) \(id)\(tab.map { ", tab \($0)" } ?? "")" }

    /// The record and the reason, on one line.
    package var description: String { "\(subject) cannot be read: \(reason)" }

    /// Returns an id with control characters replaced and its length limited, for output on a terminal.
    static func quoted(_ id: String) -> String {
        let escaped = id.unicodeScalars.prefix(40).map {
            $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? "?" : String($0)
        }
        return escaped.joined() + (id.unicodeScalars.count > 40 ? "…" : "")
    }
}
