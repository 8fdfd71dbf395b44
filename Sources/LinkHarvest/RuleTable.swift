import Markup

/// Rules in a form that is looked up in a few nanoseconds: by the attribute's number, and without strings.
final class RuleTable: Sendable {
    /// A rule for one element, or for all.
    struct Entry {
        /// The element's place among `ElementName`'s cases; -1 for a rule that holds for every element without its own.
        var element: Int
        var syntax: LinkRule.Syntax
        var kind: LinkKind
        var condition: LinkRule.Condition
        /// Whether the condition must be looked at.
        var isConditional: Bool
    }

    // Neither is written after `init`.
    nonisolated(unsafe) private let entries: UnsafeMutableBufferPointer<Entry>
    /// Where the entries of each attribute start, and at last where they end.
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
            // Those for certain elements come first.
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

    /// The place of an element among the cases.
    static func index(_ element: ElementName) -> Int { ElementName.allCases.firstIndex(of: element) ?? 0 }

    /// The rules of an attribute, those for certain elements first.
    @inline(__always)
    func entries(of number: Int) -> UnsafeBufferPointer<Entry> {
        UnsafeBufferPointer(rebasing: entries[starts[number]..<starts[number + 1]])
    }
}
