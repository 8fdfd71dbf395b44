import JSON
import Snapshots

/// An entry of a backup, with its kind and number for error messages.
struct BackupEntry {
    let kind: String
    /// The number of the entry in its list, counted from 1.
    let number: Int
    let value: JSONValue

    /// Returns an error that names the entry and the reason.
    func failure(_ reason: String) -> ImportExportError { .entry(kind: kind, number: number, reason: reason) }

    /// Returns the string of a key; nil if the key is missing or null.
    func text(_ name: String) throws(ImportExportError) -> String? {
        guard let value = value[name], !value.isNull else { return nil }
        guard let text = value.string else { throw failure("\(name) is not a string") }
        return text
    }

    /// Returns the integer of a key; nil if the key is missing or null.
    func number(_ name: String) throws(ImportExportError) -> Int? {
        guard let value = value[name], !value.isNull else { return nil }
        guard let number = value.integer else { throw failure("\(name) is not a whole number") }
        return number
    }

    /// Returns the strings in the list of a key; empty if the key is missing or null.
    func texts(_ name: String) throws(ImportExportError) -> [String] {
        guard let value = value[name], !value.isNull else { return [] }
        let texts = value.array?.map(\.string)
        guard let texts, !texts.contains(nil) else { throw failure("\(name) is not a list of strings") }
        return texts.compactMap { $0 }
    }
}
