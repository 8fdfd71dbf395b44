/// The progress of a running item.
package struct ItemProgress: Sendable, Hashable {
    /// The item's id.
    package var id: String

    /// The number of bytes that have been written.
    package var bytes: Int64

    /// The size of the complete file; nil while it is unknown.
    package var total: Int64?

    /// The speed over the last few seconds; nil until it has been measured.
    package var bytesPerSecond: Double?

    /// Creates a progress report.
    package init(id: String, bytes: Int64, total: Int64? = nil, bytesPerSecond: Double? = nil) {
        self.id = id
        self.bytes = bytes
        self.total = total
        self.bytesPerSecond = bytesPerSecond
    }
}
