/// One item in work.
package struct HUDRow: Sendable, Equatable {
    /// The item's name; may come from a page or a server, since it is sanitised before it is shown.
    package var label: String
    /// How much of it is done, 0 to 1; nil if that is unknown.
    package var fraction: Double?
    /// What else to say, such as a rate.
    package var detail: String

    /// Makes a row.
    ///
    /// - Parameters:
    ///   - label: The item's name.
    ///   - fraction: How much of it is done, 0 to 1; nil if that is unknown.
    ///   - detail: What else to say, such as a rate.
    package init(label: String, fraction: Double? = nil, detail: String = "") {
        self.label = label
        self.fraction = fraction
        self.detail = detail
    }
}
