/// Which tags and attributes a reader of a document wants to see; the others are passed over unread.
package final class TagInterest: Sendable {
    /// The most attributes that can be asked for: they are kept as the bits of one word.
    package static let maximumAttributes = 64

    /// What is known about an element before its tag is read.
    struct Element: Sendable {
        var name: ElementName
        var content: ContentKind?
        /// Whether its tags are reported whatever attributes they have.
        var isReported: Bool
    }

    let elementNames: NameTable
    let attributeNames: NameTable
    /// The bits of the attributes that make a tag worth reporting.
    let triggers: UInt64
    /// What is known about each element, by its index in `elementNames`.
    let elements: [Element]
    /// The elements whose tags must be looked at whatever attributes they have.
    let specialElements: IndexSet128
    /// The elements whose tags are reported whatever attributes they have.
    let reportedElements: IndexSet128
    private let attributes: [String]

    /// Makes an interest.
    ///
    /// - Parameters:
    ///   - elements: The elements that are reported with or without attributes.
    ///   - triggers: The attributes, in lower case, that have a tag of any element reported.
    ///   - attributes: Further attributes that are wanted of the tags that are reported.
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

    /// The number that stands for an attribute in the tags reported.
    ///
    /// - Parameter attribute: The attribute's name in lower case.
    /// - Returns: The number, or nil if the attribute was not asked for.
    package func number(of attribute: String) -> Int? { attributeNames.index(of: attribute) }

    /// The name of an attribute.
    ///
    /// - Parameter number: Its number.
    /// - Returns: The name in lower case.
    package func name(of number: Int) -> String { attributes[number] }
}

/// A set of the numbers 0 to 127.
struct IndexSet128: Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    mutating func insert(_ index: Int) {
        if index < 64 { low |= 1 << UInt64(index) } else { high |= 1 << UInt64(index - 64) }
    }

    /// Whether the set has a number; negative ones it has not.
    @inline(__always)
    func contains(_ index: Int) -> Bool {
        index >= 0 && ((index < 64 ? low : high) >> UInt64(truncatingIfNeeded: index & 63)) & 1 != 0
    }
}
