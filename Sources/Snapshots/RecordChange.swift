/// That a record was added, changed or removed.
package struct RecordChange: Sendable, Hashable {
    /// What sort of record.
    package enum Subject: String, Sendable {
        /// A snapshot.
        case place
        /// A download of the queue.
        case item
    }

    /// Grows with every change.
    package let number: Int64
    /// What sort of record.
    package let subject: Subject
    /// The record's id.
    package let id: String
    /// Whether it was removed.
    package let isGone: Bool

    /// Makes a change.
    ///
    /// - Parameters:
    ///   - number: Its number.
    ///   - subject: What sort of record.
    ///   - id: The record's id.
    ///   - isGone: Whether it was removed.
    package init(number: Int64, subject: Subject, id: String, isGone: Bool) {
        self.number = number
        self.subject = subject
        self.id = id
        self.isGone = isGone
    }
}
