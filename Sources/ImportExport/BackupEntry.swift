import JSON
import Snapshots

/// An entry of a backup, and how it is named where it is wrong.
struct BackupEntry {
    let kind: String
    /// Counted from 1.
    let number: Int
    let value: JSONValue

    /// What is wrong with it.
    func failure(_ reason: String) -> ImportExportError { .entry(kind: kind, number: number, reason: reason) }

    /// A text; nil where it is left out.
    func text(_ name: String) throws(ImportExportError) -> String? {
        guard let value = value[name], !value.isNull else { return nil }
        guard let text = value.string else { throw failure("\(name) is no text") }
        return text
    }

    /// A whole number; nil where it is left out.
    func number(_ name: String) throws(ImportExportError) -> Int? {
        guard let value = value[name], !value.isNull else { return nil }
        guard let number = value.integer else { throw failure("\(name) is no whole number") }
        return number
    }

    /// A list of texts; empty where it is left out.
    func texts(_ name: String) throws(ImportExportError) -> [String] {
        guard let value = value[name], !value.isNull else { return [] }
        let texts = value.array?.map(\.string)
        guard let texts, !texts.contains(nil) else { throw failure("\(name) is no list of texts") }
        return texts.compactMap { $0 }
    }
}
