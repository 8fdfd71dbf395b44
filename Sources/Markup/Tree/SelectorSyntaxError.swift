/// A syntax error in a CSS selector.
struct SelectorSyntaxError: Error {
    /// A description of the error and its position.
    var reason: String
}
