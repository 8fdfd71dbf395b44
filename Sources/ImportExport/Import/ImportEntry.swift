import FoundationEssentials
import JSON

/// An entry of a file that is imported.
struct ImportEntry: Sendable {
    /// The number of the line in which the entry begins, from 1.
    let line: Int
    /// The entry: an object of the columns' texts, or a JSON value.
    let value: JSONValue
    /// Data that surrounds the entry in the file, such as the name of its collection.
    var context = JSONValue.null
    /// Returns the content of another file of the same export by its path; nil if there is none.
    var companion: @Sendable (String) throws -> [UInt8]? = { _ in nil }
    /// The budget of the file before the places of this entry.
    var budget = PlaceBudget()

    /// Returns the text of the first of several keys that is not empty; empty if there is none.
    ///
    /// Numbers count as texts, because some programs write ids and times as either.
    func text(_ names: String...) -> String {
        for name in names {
            let text = Self.text(of: value[name])
            if !text.isEmpty { return text }
        }
        return ""
    }

    /// Returns the number of a key, also if it is written as a text; nil if there is none.
    func number(_ name: String) -> Double? {
        guard let value = value[name] else { return nil }
        let number = value.number ?? value.string.flatMap { Double(ImportText.line($0)) }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    /// Returns true if a key is true, or a number other than 0; older programs wrote 0 and 1.
    func isTrue(_ name: String) -> Bool {
        value[name]?.bool ?? value[name]?.number.map { $0 != 0 } ?? false
    }

    /// Returns the text of a string or a number; empty for other values.
    static func text(of value: JSONValue?) -> String {
        if let text = value?.string { return text }
        guard let number = value?.number else { return "" }
        return Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }

    /// Returns the names in a list of strings, or of objects with a name.
    ///
    /// - Parameters:
    ///   - value: The list; nil counts as empty.
    ///   - key: The key of an object's name.
    /// - Returns: The names; other elements are skipped.
    static func names(in value: JSONValue?, key: String) -> [String] {
        value?.array?.compactMap { $0.string ?? $0[key]?.string } ?? []
    }
}
