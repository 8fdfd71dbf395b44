import Markup

/// The rules in a table that is indexed by the attribute's number.
///
/// A lookup needs no strings and takes a few nanoseconds.
final class RuleTable: Sendable {
    /// A rule for one element or for all.
    struct Entry {
        /// The index of the element among `ElementName`'s cases, or -1 for a rule that applies to all elements without
        /// rules of their own.
        var element: Int
        var syntax: LinkRule.Syntax
        var kind: LinkKind
        var condition: LinkRule.Condition
        /// True if the condition must be evaluated.
        var isConditional: Bool
    }

    // The memory is written only in `init`, so it is safe to share.
    nonisolated(unsafe) private let entries: UnsafeMutableBufferPointer<Entry>
    /// The index of the first entry of each attribute, followed by the end of the last attribute's entries.
    nonisolated(unsafe) private let starts: UnsafeMutableBufferPointer<Int>

    init(_ rules: [LinkRule], interest: TagInterest) {
        var byNumber = [[Entry]](repeating: [], count: TagInterest.maximumAttributes)
        for rule in rules {
            guard let number = interest.number(of: rule.attribute) else { continue }
            let element = rule.element == "*" ? -1 : Self.index(of: rule.element)
            byNumber[number].append(
                Entry(
                    element: element, syntax: rule.syntax, kind: rule.kind, condition: rule.condition,
                    isConditional: rule.condition != .always))
        }
        entries = .allocate(capacity: rules.count)
        starts = .allocate(capacity: byNumber.count + 1)
        var count = 0
        for (number, list) in byNumber.enumerated() {
            starts.initializeElement(at: number, to: count)
            // Rules for specific elements come first.
            for entry in list.filter({ $0.element >= 0 }) + list.filter({ $0.element < 0 }) {
                entries.initializeElement(at: count, to: entry)
                count += 1
            }
        }
        starts.initializeElement(at: byNumber.count, to: count)
    }

    deinit {
        entries.deallocate()
        starts.deallocate()
    }

    /// Returns the index of the element that a rule names.
    private static func index(of name: String) -> Int {
        guard let element = ElementName(rawValue: name) else {
            preconditionFailure("a rule names an unknown element: \(name)")
        }
        return element.index
    }

    /// Returns the rules of an attribute; those for specific elements come first.
    @inline(__always)
    func entries(of number: Int) -> UnsafeBufferPointer<Entry> {
        UnsafeBufferPointer(rebasing: entries[starts[number]..<starts[number + 1]])
    }
}
