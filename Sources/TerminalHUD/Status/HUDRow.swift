/// An item in progress.
package struct HUDRow: Sendable, Equatable {
    /// The name of the item.
    ///
    /// It may come from a page or server, and is sanitized before it is shown.
    package var label: String
    /// The finished fraction, from 0 to 1; nil if unknown.
    package var fraction: Double?
    /// Additional text, such as a rate.
    package var detail: String

    /// Creates a row.
    package init(label: String, fraction: Double? = nil, detail: String = "") {
        self.label = label
        self.fraction = fraction
        self.detail = detail
    }
}
