/// What is wrong with an XML document.
///
/// What stands before it was reported.
package struct XMLFailure: Error, Hashable, CustomStringConvertible {
    /// What is wrong, in libxml2's words or ours.
    package var reason: String
    /// Where it was noticed.
    package var position: SourcePosition

    /// What is wrong and where, on one line.
    package var description: String { "line \(position.line), column \(position.column): \(reason)" }
}
