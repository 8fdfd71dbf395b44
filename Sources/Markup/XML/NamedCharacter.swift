import CLibXML2

/// The named characters of HTML 4 and XML.
package enum NamedCharacter {
    /// Returns the character of a name.
    ///
    /// - Parameter name: The name without `&` and `;`.
    /// - Returns: The character; nil if there is no such name.
    package static func scalar(of name: String) -> Unicode.Scalar? {
        if name == "apos" { return "'" }
        let value = leftoff_html_character(name)
        return value == 0 ? nil : Unicode.Scalar(value)
    }
}
