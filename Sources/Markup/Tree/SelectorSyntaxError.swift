/// What is wrong with a CSS selector.
struct SelectorSyntaxError: Error {
    /// What is wrong, and where.
    var reason: String
}
