/// An error in an XML document.
///
/// Everything before the error has been reported.
package struct XMLFailure: Error, Hashable, CustomStringConvertible {
    /// The description of the error, from libxml2 or from this module.
    package var reason: String
    /// The position at which the error was detected.
    package var position: SourcePosition

    /// The error and its position in one line.
    package var description: String { "line \(position.line), column \(position.column): \(reason)" }
}
