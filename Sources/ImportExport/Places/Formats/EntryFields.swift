import Places
import Syntax

/// The fields of a format's entries, by which everything without a counterpart is counted.
///
/// ```swift
/// let fields = EntryFields(read: ["url", "title"], unneeded: ["id"], lost: ["covers": ["cover"]])
/// let entry: JSONValue = ["id": .number(7), "cover": .string("fox.png"), "mood": .string("good"), "title": .null]
/// print(fields.losses(of: entry).list.map(\.amount))  // ["1 cover", "1 unknown field"]
/// ```
struct EntryFields: Sendable {
    /// The details of an article that its page has too, such as its author, site, language and pictures.
    static let articleDetails = "article details"
    /// The colours in which words are marked.
    static let highlightColors = "highlight colours"
    /// The times at which entries were last changed.
    static let modificationDates = "modification dates"
    /// The copies of pages that the other program stored.
    static let savedPages = "saved pages"
    /// The content of fields that the format did not have when its reader was written.
    static let unknown = "unknown fields"

    /// The kinds of data without a counterpart by the names of their fields; empty for the other fields.
    private var kinds: [String: String] = [:]

    /// Creates the fields of a format.
    ///
    /// - Parameters:
    ///   - read: The fields that arrive in the places, or by which an entry is left out as a whole.
    ///   - unneeded: The fields that say nothing about a page or its reader, such as ids and addresses in the other
    ///     program.
    ///   - lost: The other fields by the kinds of their data, in the plural.
    init(read: [String], unneeded: [String] = [], lost: [String: [String]] = [:]) {
        for name in read + unneeded { kinds[name] = "" }
        for (kind, names) in lost {
            for name in names { kinds[name] = kind }
        }
    }

    /// Counts what has no counterpart: each kind once, and each unknown field.
    ///
    /// - Parameters:
    ///   - entry: The entry; a field that is empty, null, false or 0 does not count.
    ///   - arrived: Further fields that arrive from this entry.
    /// - Returns: The losses, sorted by their kinds, because an object does not keep the order of its keys.
    func losses(of entry: JSONValue, except arrived: [String] = []) -> ImportLosses {
        var found: Set<String> = []
        var unknownCount = 0
        for (name, value) in entry.object ?? [:] {
            let kind = kinds[name]
            if kind == "" || arrived.contains(name) || !value.isSubstantial { continue }
            if let kind { found.insert(kind) } else { unknownCount += 1 }
        }
        var losses = ImportLosses()
        for kind in found.sorted() { losses.add(kind) }
        losses.add(Self.unknown, unknownCount)
        return losses
    }
}
