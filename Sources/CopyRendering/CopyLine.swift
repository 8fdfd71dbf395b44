/// The line of a place in a copy.
struct CopyLine: Equatable {
    /// The character at which the line starts.
    var position: CopyText.Position
    /// The distance from the top of the view to the line, in CSS px.
    var height: Double
    /// False if only a text near the reading line was found.
    var isExact: Bool
}
