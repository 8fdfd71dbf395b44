/// The tags and attributes that a parser reports to its handler; it skips all others.
package final class TagInterest: Sendable {
    /// The maximum number of attributes, which are stored as the bits of one word.
    package static let maximumAttributes = 64

    /// The properties of an element that are known before its tag is read.
    struct Element: Sendable {
        var name: ElementName
        var content: ContentKind?
        /// True if its tags are reported regardless of their attributes.
        var isReported: Bool
    }

    let elementNames: NameTable
    let attributeNames: NameTable
    /// The bits of the attributes that cause a tag to be reported.
    let triggers: UInt64
    /// The properties of each element, by its index in `elementNames`.
    let elements: [Element]
    /// The elements whose tags must be processed regardless of their attributes.
    let specialElements: IndexSet128
    /// The elements whose tags are reported regardless of their attributes.
    let reportedElements: IndexSet128
    /// The names of the attributes, in lower case and in the order of their numbers.
    package let attributes: [String]

    /// Creates an interest.
    ///
    /// - Parameters:
    ///   - elements: The elements whose tags are reported regardless of their attributes.
    ///   - triggers: The attributes, in lower case, that cause a tag of any element to be reported.
    ///   - attributes: Further attributes to include in reported tags.
    package init(elements: Set<ElementName>, triggers: [String], attributes: [String]) {
        let all = triggers + attributes.filter { !triggers.contains($0) }
        precondition(all.count <= Self.maximumAttributes, "at most 64 attributes")
        self.attributes = all
        self.triggers = triggers.isEmpty ? 0 : UInt64.max >> UInt64(64 - triggers.count)
        attributeNames = NameTable(all)
        elementNames = NameTable(ElementName.allCases.map(\.rawValue))
        self.elements = ElementName.allCases.map {
            Element(
                name: $0, content: $0.content,
                isReported: $0 != .other && elements.contains($0))
        }
        var special = IndexSet128()
        var reported = IndexSet128()
        for (index, element) in self.elements.enumerated() {
            let tracksForeign = element.name == .svg || element.name == .math
            if element.isReported { reported.insert(index) }
            if element.isReported || element.content != nil || tracksForeign || element.name == .meta {
                special.insert(index)
            }
        }
        specialElements = special
        reportedElements = reported
    }

    /// Returns the number of an attribute in reported tags.
    ///
    /// - Parameter attribute: The attribute's name in lower case.
    /// - Returns: The number; nil if the attribute is not in the ``TagInterest``.
    package func number(of attribute: String) -> Int? { attributeNames.index(of: attribute) }

    /// Returns the name of an attribute in lower case.
    package func name(of number: Int) -> String { attributes[number] }
}

/// A set of numbers from 0 to 127.
struct IndexSet128: Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    mutating func insert(_ index: Int) {
        if index < 64 { low |= 1 << UInt64(index) } else { high |= 1 << UInt64(index - 64) }
    }

    /// Returns true if a number is in the set; false for negative ones.
    @inline(__always)
    func contains(_ index: Int) -> Bool {
        index >= 0 && ((index < 64 ? low : high) >> UInt64(truncatingIfNeeded: index & 63)) & 1 != 0
    }
}
