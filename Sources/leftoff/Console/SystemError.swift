#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The system's descriptions of its error numbers.
enum SystemError {
    /// Returns the description of an error number.
    ///
    /// - Parameter number: A value of `errno`.
    /// - Returns: The description, beginning with a lower-case letter for use inside a message.
    static func text(_ number: Int32) -> String {
        guard let pointer = strerror(number) else { return "error \(number)" }
        let text = String(cString: pointer)
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
