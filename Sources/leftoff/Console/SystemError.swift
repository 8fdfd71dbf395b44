#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The system's own words for its error numbers.
enum SystemError {
    /// Returns the text of an error number.
    ///
    /// - Parameter number: A value of `errno`.
    /// - Returns: The text, with a lower-case start as it stands inside a line.
    static func text(_ number: Int32) -> String {
        guard let pointer = strerror(number) else { return "error \(number)" }
        let text = String(cString: pointer)
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
