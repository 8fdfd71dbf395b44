/// One labelled number of a status.
package struct HUDCount: Sendable, Equatable {
    /// What is counted, such as "done".
    package var label: String
    /// How many there are.
    package var value: Int
    /// Whether any of these is a failure, which is shown in the colour of failures.
    package var isFailure: Bool

    /// Makes a count.
    ///
    /// - Parameters:
    ///   - label: What is counted.
    ///   - value: How many there are.
    ///   - isFailure: Whether any of these is a failure.
    package init(label: String, value: Int, isFailure: Bool = false) {
        self.label = label
        self.value = value
        self.isFailure = isFailure
    }
}
