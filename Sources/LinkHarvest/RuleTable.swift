import Markup

/// The rules in a form that is looked up in a few nanoseconds: by the attribute's number, without strings.
final class RuleTable: Sendable {
    /// A rule for one element or for all.
    struct Entry {
        /// The index of the element among `ElementName`'s cases; -1 for a rule that applies to all elements without
        /// rules.
        var element: Int
        var syntax: LinkRule.Syntax
        var kind: LinkKind
        var condition: LinkRule.Condition
        /// True if the condition must be evaluated.
        var isConditional: Bool
    }

    // Safe to share: neither is written after `init`.
    nonisolated(unsafe) private let entries: UnsafeMutableBufferPointer<Entry>
    /// The index of the first entry of each attribute, followed by the end of the last.
    nonisolated(unsafe) private let starts: UnsafeMutableBufferPointer<Int>

    init(_ rules: [LinkRule], interest: TagInterest) {
        var byNumber = [[Entry]](repeating: [], count: TagInterest.maximumAttributes)
        for rule in rules {
            guard let number = interest.number(of: rule.attribute) else { continue }
            let element = rule.element == "*" ? -1 : ElementName(rawValue: rule.element).map(Self.index) ?? -1
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
            // Rules for certain elements come first.
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

    /// Returns the index of an element among the cases.
    static func index(_ element: ElementName) -> Int { ElementName.allCases.firstIndex(of: element) ?? 0 }

    /// Returns the rules of an attribute, those for certain elements first.
    @inline(__always)
    func entries(of number: Int) -> UnsafeBufferPointer<Entry> {
        UnsafeBufferPointer(rebasing: entries[starts[number]..<starts[number + 1]])
    }
}
