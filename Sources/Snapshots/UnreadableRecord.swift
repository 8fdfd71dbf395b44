/// A stored record that cannot be read, or only in part.
///
/// In a list, it is reported beside the other records. It is the error of reading this record alone.
package struct UnreadableRecord: Error, Hashable, CustomStringConvertible {
    /// The kind of a record; the raw value is its name in messages.
    package enum Kind: String, Sendable {
        case snapshot
        case windowSet = "window set"
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
}
