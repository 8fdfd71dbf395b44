/// The apostrophe before a field of a table that a spreadsheet would evaluate as a formula.
///
/// The texts in Leftoff's tables come from web pages, and a formula can send the table to a server. The guard follows
/// [OWASP's advice](https://owasp.org/www-community/attacks/CSV_Injection). A field that already has apostrophes before
/// a formula is guarded too, so that ``removed(from:)`` restores every field.
package enum FormulaGuard {
    /// Returns true if a field needs the guard.
    ///
    /// - Parameter field: The field in UTF-8.
    /// - Returns: True if the field begins, after any apostrophes, with `=`, `+`, `-`, `@`, one of their full-width
    ///   forms, a tab or a line break.
    package static func isNeeded(for field: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = field.firstIndex(where: { $0 != UInt8(ascii: "'") }) else { return false }
        switch field[start] {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0A, 0x0D: return true
        case 0xEF: return fullWidthForms.contains { field[start...].starts(with: $0) }
        default: return false
        }
    }

    /// Returns a field without its guard.
    ///
    /// - Parameter field: A field without quotation marks and escapes, for instance as ``CSVReader`` returns it.
    /// - Returns: The field as it was before ``CSVWriter`` wrote it.
    package static func removed(from field: String) -> String {
        var field = field
        return field.withUTF8 { bytes in
            let isGuarded = bytes.first == UInt8(ascii: "'") && isNeeded(for: bytes)
            return String(decoding: bytes.dropFirst(isGuarded ? 1 : 0), as: UTF8.self)
        }
    }

    /// The full-width `=`, `+`, `-` and `@` in UTF-8.
    private static let fullWidthForms = ["\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}"].map { Array($0.utf8) }
}
