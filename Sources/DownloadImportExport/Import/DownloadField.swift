package import Transfer

/// A request field as people write it: `Name: value`.
package enum DownloadField {
    /// Why a field cannot be sent.
    package struct Refusal: Error, CustomStringConvertible {
        /// The reason, which does not hold the value.
        package let description: String
    }

    /// What frames the message, names its host, or asks for parts is not a person's to set.
    private static let own: Set<String> = [
        "host", "content-length", "transfer-encoding", "connection", "range", "if-range", "accept-encoding",
    ]

    /// Reads a field.
    ///
    /// - Parameter text: The field.
    /// - Returns: The field.
    /// - Throws: ``Refusal``.
    package static func parse(_ text: some StringProtocol) throws(Refusal) -> HTTPField {
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else {
            throw Refusal(description: "'Name: value' is needed")
        }
        let name = String(text[..<colon])
        let value = String(text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" })
        return try checked(HTTPField(name: name, value: value))
    }

    /// Refuses a field that cannot be sent.
    ///
    /// - Parameter field: The field.
    /// - Returns: The field.
    /// - Throws: ``Refusal``.
    package static func checked(_ field: HTTPField) throws(Refusal) -> HTTPField {
        guard isToken(field.name) else { throw Refusal(description: "not a field's name") }
        guard !own.contains(field.name.lowercased()) else {
            throw Refusal(description: "Leftoff sets this field itself")
        }
        guard isText(field.value) else { throw Refusal(description: "a control character in it") }
        guard RequestCheck.allows(field) else {
            throw Refusal(description: "this field has an option of its own, or cannot be set")
        }
        return field
    }

    /// Takes out of a field what may be shown of it.
    ///
    /// - Parameter text: The field, which may be none.
    /// - Returns: Its name; an empty text when there is none, for all of it may be a secret then.
    package static func name(in text: String) -> String {
        guard let colon = text.firstIndex(of: ":") else { return "" }
        let name = String(text[..<colon])
        return isToken(name) ? name : ""
    }

    private static func isToken(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    /// Tells whether a value can stand in a field.
    ///
    /// - Parameter value: The value.
    /// - Returns: False for one with a control character other than a tab.
    package static func isText(_ value: String) -> Bool {
        value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}
