/// Parts of SQL statements.
enum SQLText {
    /// Returns an element a number of times, with commas in between.
    ///
    /// - Parameters:
    ///   - element: Such as `?`.
    ///   - count: At least 1.
    /// - Returns: Such as `?, ?, ?`.
    static func list(of element: String, count: Int) -> String {
        String(repeating: element + ", ", count: count - 1) + element
    }
}
