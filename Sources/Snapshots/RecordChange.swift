/// The last addition, change or removal of a record.
package struct RecordChange: Sendable, Hashable {
    /// The kind of a record.
    package enum Subject: String, Sendable {
        /// A snapshot.
        case place
        /// A download in the queue.
        case item
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
