/// A syntax error in a CSS selector.
struct SelectorSyntaxError: Error {
    /// The error and its position.
    var reason: String
}
