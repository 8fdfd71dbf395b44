import Glibc

/// The system's descriptions of its error numbers.
package enum SystemError {
    /// Returns the description of an error number.
    ///
    /// - Parameter number: A value of `errno`.
    /// - Returns: The description, beginning with a lower-case letter for use inside a message.
    package static func text(_ number: Int32) -> String {
        guard let pointer = strerror(number) else { return "error \(number)" }
        let text = String(cString: pointer)
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
