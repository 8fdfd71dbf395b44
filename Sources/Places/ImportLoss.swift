package import Syntax

/// A kind of data in an imported file that Leftoff has no counterpart for, with its count.
///
/// ```swift
/// var losses = ImportLosses()
/// losses.add("covers", 12)
/// losses.add("replies")
/// print(losses.list.map(\.description))
/// // ["12 covers have no counterpart", "1 reply has no counterpart"]
/// ```
package struct ImportLoss: Sendable, Hashable, CustomStringConvertible {
    /// The kind of data in the plural, such as `covers`.
    package let what: String
    /// The number of them in the file.
    package var count: Int

    /// Creates a loss.
    ///
    /// - Parameters:
    ///   - what: The kind of data in the plural. Its first noun is the word before a preposition or a parenthesis, or
    ///     else the last word.
    ///   - count: The number of them.
    package init(what: String, count: Int) {
        self.what = what
        self.count = count
    }

    /// The count with its kind, such as `12 covers` or `1 cover`.
    package var amount: String { "\(count) \(count == 1 ? Self.singular(of: what) : what)" }

    /// The line that reports the loss, such as `12 covers have no counterpart`.
    package var description: String { "\(amount) \(count == 1 ? "has" : "have") no counterpart" }

    private static let prepositions: Set<Substring> = ["by", "for", "from", "in", "of", "on", "with", "without"]

    /// Returns the singular of a regular plural, such as `reply`, `search` and `cookie`.
    private static func singular(of text: String) -> String {
        var words = text.split(separator: " ")
        let end = words.firstIndex { prepositions.contains($0) || $0.hasPrefix("(") } ?? words.endIndex
        guard end > 0 else { return text }
        let noun = words[end - 1]
        if noun.hasSuffix("kies") || noun.hasSuffix("vies") {
            words[end - 1] = noun.dropLast()
        } else if ["ches", "shes", "sses", "xes"].contains(where: noun.hasSuffix) {
            words[end - 1] = noun.dropLast(2)
        } else if noun.hasSuffix("ies") {
            words[end - 1] = "\(noun.dropLast(3))y"
        } else if noun.hasSuffix("s"), !noun.hasSuffix("ss") {
            words[end - 1] = noun.dropLast()
        }
        return words.joined(separator: " ")
    }
}

/// A tally of losses by kind, in the order of their first occurrence.
package struct ImportLosses: Sendable, Hashable {
    /// The losses; the kinds are few, because they are written in the readers of the formats.
    package private(set) var list: [ImportLoss] = []

    /// Creates a tally without losses.
    package init() {}

    /// True if nothing was lost.
    package var isEmpty: Bool { list.isEmpty }

    /// Counts data of a kind.
    ///
    /// - Parameters:
    ///   - what: The kind of data in the plural, such as `covers`.
    ///   - count: The number of them; without any, nothing changes.
    package mutating func add(_ what: String, _ count: Int = 1) {
        guard count > 0 else { return }
        if let index = list.firstIndex(where: { $0.what == what }) {
            // A file has at most as many of them as bytes, so that the sum does not overflow.
            list[index].count += count
        } else {
            list.append(ImportLoss(what: what, count: count))
        }
    }

    /// Adds the losses of another tally.
    ///
    /// - Parameter other: The losses of another entry or file.
    package mutating func add(_ other: ImportLosses) {
        for loss in other.list { add(loss.what, loss.count) }
    }
}

extension ImportLosses {
    /// Counts the members of an object that a reader does not know.
    ///
    /// - Parameters:
    ///   - value: The object; other values have no members.
    ///   - known: The keys that the reader uses, or counts in another way.
    ///   - what: The kind of data in the plural.
    package mutating func add(unknownMembersOf value: JSONValue, except known: Set<String>, as what: String) {
        let unknown = (value.object ?? [:]).filter { !known.contains($0.key) && $0.value.isSubstantial }
        add(what, unknown.count)
    }

    /// Counts a member of an object if it says something.
    ///
    /// - Parameters:
    ///   - value: The member; nil if there is none.
    ///   - what: The kind of data in the plural.
    package mutating func add(_ value: JSONValue?, as what: String) {
        if value?.isSubstantial == true { add(what) }
    }
}

extension JSONValue {
    /// True if the value says something: it is not null, false, 0, a blank text, or a list or an object of only these.
    package var isSubstantial: Bool {
        switch self {
        case .null: false
        case .bool(let value): value
        case .number(let value): value != 0
        case .string(let value): !value.allSatisfy(\.isWhitespace)
        case .array(let elements): elements.contains(where: \.isSubstantial)
        case .object(let members): members.values.contains(where: \.isSubstantial)
        }
    }
}
