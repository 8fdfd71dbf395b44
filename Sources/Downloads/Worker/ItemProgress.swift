/// How far a running item is.
package struct ItemProgress: Sendable, Hashable {
    /// The item's id.
    package var id: String

    /// The bytes that are written.
    package var bytes: Int64

    /// The size of the whole, if known.
    package var total: Int64?

    /// The speed over the last seconds; nil while nothing is known about it.
    package var bytesPerSecond: Double?

    /// Makes a report.
    ///
    /// - Parameters:
    ///   - id: The item's id.
    ///   - bytes: The bytes that are written.
    ///   - total: The size of the whole, if known.
    ///   - bytesPerSecond: The speed.
    package init(id: String, bytes: Int64, total: Int64? = nil, bytesPerSecond: Double? = nil) {
        self.id = id
        self.bytes = bytes
        self.total = total
        self.bytesPerSecond = bytesPerSecond
    }
}
