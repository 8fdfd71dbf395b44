/// An error in an XML document.
///
/// Everything before it was reported.
package struct XMLFailure: Error, Hashable, CustomStringConvertible {
    /// The error, in libxml2's words or ours.
    package var reason: String
    /// The position at which the error was detected.
    package var position: SourcePosition

    /// The error and its position in one line.
    package var description: String { "line \(position.line), column \(position.column): \(reason)" }
}
