package import Syntax

/// A request field in the form `Name: value`, as a user writes it.
package enum DownloadField {
    /// An error that explains why a field cannot be sent.
    package struct Refusal: Error, CustomStringConvertible {
        /// The reason, without the field value, which may be a secret.
        package let description: String
    }

    /// The names of fields that Leftoff sets itself: message framing, host name, connection and range.
    private static let own: Set<String> = [
        "host", "content-length", "transfer-encoding", "connection", "range", "if-range", "accept-encoding",
    ]

    /// Parses a field in the form `Name: value`.
    ///
    /// - Parameter text: The name and the value, separated by a colon and optional spaces or tabs.
    /// - Returns: A field that may be sent.
    /// - Throws: ``Refusal`` if the text has another form or the field cannot be sent.
    package static func parse(_ text: some StringProtocol) throws(Refusal) -> HeaderField {
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else {
            throw Refusal(description: "'Name: value' is needed")
        }
        let name = String(text[..<colon])
        let value = String(text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" })
        return try checked(HeaderField(name: name, value: value))
    }

    /// Checks that a field can be sent.
    ///
    /// - Parameter field: A name and a value, neither of which has been checked.
    /// - Returns: The unchanged field.
    /// - Throws: ``Refusal`` if a name or value is malformed, or if users may not set the field.
    static func checked(_ field: HeaderField) throws(Refusal) -> HeaderField {
        guard HeaderField.isToken(field.name) else { throw Refusal(description: "not a valid name of a header field") }
        guard !own.contains(field.name.lowercased()) else {
            throw Refusal(description: "Leftoff sets this field itself")
        }
        guard isText(field.value) else {
            throw Refusal(description: "the value of the header field contains a control character")
        }
        guard field.isSettable else {
            throw Refusal(description: "this field has an option of its own, or cannot be set")
        }
        return field
    }

    /// Returns the part of a field that can be shown without revealing a secret.
    ///
    /// - Parameter text: Text from the user, which may be malformed.
    /// - Returns: The field name; an empty string if there is no valid name, because the whole text may then be a
    ///   secret.
    package static func name(in text: String) -> String {
        guard let colon = text.firstIndex(of: ":") else { return "" }
        let name = String(text[..<colon])
        return HeaderField.isToken(name) ? name : ""
    }

    /// Returns true if a text is allowed as a field value.
    ///
    /// - Parameter value: Text from the user.
    /// - Returns: False if the text contains a control character other than a tab.
    package static func isText(_ value: String) -> Bool {
        value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}
