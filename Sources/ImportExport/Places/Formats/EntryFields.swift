import Places
import Syntax

/// The fields of a format's entries, by which everything without a counterpart is counted.
struct EntryFields: Sendable {
    /// The details of an article that its page has too, such as its author, site, language and pictures.
    static let articleDetails = "article details"
    /// The colours in which words are marked.
    static let highlightColors = "highlight colours"
    /// The times at which entries were last changed.
    static let modificationDates = "modification dates"
    /// The copies of pages that the other program stored.
    static let savedPages = "saved pages"
    /// The values of fields that are read, but not in this form.
    static let unknownForms = "values in an unknown form"
    /// The content of fields that the format did not have when its reader was written.
    static let unknown = "unknown fields"

    /// The treatment of a field.
    private enum Rule {
        /// The field is read in any form, or says nothing.
        case known
        /// The field is read if its values have a form.
        case read(FieldForm)
        /// The field has no counterpart; the value is the kind of its data.
        case lost(String)
    }

    private var rules: [String: Rule] = [:]

    /// Creates the fields of a format.
    ///
    /// - Parameters:
    ///   - read: The fields that arrive in the places, or by which an entry is left out as a whole, in whatever form.
    ///   - forms: The further fields that are read, by the forms of their values; other forms count as losses.
    ///   - unneeded: The fields that say nothing about a page or its reader, such as ids and addresses in the other
    ///     program.
    ///   - lost: The other fields by the kinds of their data, in the plural.
    init(
        read: [String] = [], forms: [FieldForm: [String]] = [:], unneeded: [String] = [],
        lost: [String: [String]] = [:]
    ) {
        for name in read + unneeded { rules[name] = .known }
        for (form, names) in forms {
            for name in names { rules[name] = .read(form) }
        }
        for (kind, names) in lost {
            for name in names { rules[name] = .lost(kind) }
        }
    }

    /// Counts what has no counterpart: each kind once, each value in an unknown form, and each unknown field.
    ///
    /// - Parameters:
    ///   - entry: The entry; a field that is empty, null, false or 0 does not count.
    ///   - arrived: Further fields that arrive from this entry.
    /// - Returns: The losses, sorted by their kinds, because an object does not keep the order of its keys. A value
    ///   that is no object is one in an unknown form.
    func losses(of entry: JSONValue, except arrived: [String] = []) -> ImportLosses {
        var losses = ImportLosses()
        guard let members = entry.object else {
            losses.add(entry, as: Self.unknownForms)
            return losses
        }
        var found: Set<String> = []
        var (unknownFormCount, unknownCount) = (0, 0)
        for (name, value) in members {
            switch rules[name] {
            case .known: continue
            case .read(let form): unknownFormCount += form.unknownCount(in: value)
            case .lost(let kind):
                if !arrived.contains(name), value.isSubstantial { found.insert(kind) }
            case nil:
                if !arrived.contains(name), value.isSubstantial { unknownCount += 1 }
            }
        }
        for kind in found.sorted() { losses.add(kind) }
        losses.add(Self.unknownForms, unknownFormCount)
        losses.add(Self.unknown, unknownCount)
        return losses
    }
}

/// A form in which another program writes the values of a field.
enum FieldForm: Sendable, Hashable {
    /// A text or a number.
    case text
    /// A Boolean or a number, or one of them as a text.
    case flag
    /// A finite number, also as a text.
    case number
    /// A list of any elements.
    case list
    /// A list of texts, numbers, or objects with a name, which `key` contains.
    case names(key: String)
    /// One of several words, which are in lower case here, but may have any case.
    case words(Set<String>)

    /// Counts the values of a field in other forms.
    ///
    /// - Parameter value: The value of the field. It does not count if it says nothing, such as an empty text.
    /// - Returns: The number of values that the field's reader skips: of names, that of elements, otherwise 0 or 1.
    func unknownCount(in value: JSONValue) -> Int {
        let isKnown =
            switch self {
            case .text: value.string != nil || value.number != nil
            case .flag: ImportEntry.flag(of: value) != nil
            case .number: ImportEntry.number(of: value) != nil
            case .list, .names: value.array != nil
            case .words(let words): value.string.map { words.contains(ImportText.line($0).lowercased()) } ?? false
            }
        guard isKnown else { return value.isSubstantial ? 1 : 0 }
        guard case .names(let key) = self else { return 0 }
        return value.array?.count { $0.isSubstantial && ImportEntry.name(of: $0, key: key).isEmpty } ?? 0
    }
}
