/// The tags and attributes that a parser reports to its handler; it skips all others.
package final class TagInterest: Sendable {
    /// The maximum number of attributes, which are stored as the bits of one word.
    package static let maximumAttributes = 64

    /// An element and the properties that are known before its tag is read.
    struct Element {
        var name: ElementName
        var traits: ElementTraits
    }

    let elementNames: NameTable
    let attributeNames: NameTable
    /// The bits of the attributes that cause a tag to be reported.
    let triggers: UInt64
    /// The properties of each element, by its index in `elementNames`.
    // The memory is written only in `init`, so it is safe to share.
    nonisolated(unsafe) let elements: UnsafePointer<Element>
    /// The names of the attributes, in lower case and in the order of their numbers.
    package let attributes: [String]

    /// Creates an interest.
    ///
    /// - Parameters:
    ///   - elements: The elements whose tags are reported regardless of their attributes.
    ///   - triggers: The attributes, in lower case, that cause a tag of any element to be reported.
    ///   - attributes: Further attributes to include in reported tags.
    ///   - reportsUnlisted: True if the tags of elements that ``ElementName`` does not list are reported too.
    package init(
        elements: Set<ElementName>, triggers: [String], attributes: [String], reportsUnlisted: Bool = false
    ) {
        let all = triggers + attributes.filter { !triggers.contains($0) }
        precondition(all.count <= Self.maximumAttributes, "at most 64 attributes")
        self.attributes = all
        self.triggers = triggers.isEmpty ? 0 : UInt64.max >> UInt64(64 - triggers.count)
        attributeNames = NameTable(all)
        elementNames = NameTable(ElementName.allCases.map(\.rawValue))
        let table = UnsafeMutablePointer<Element>.allocate(capacity: ElementName.allCases.count)
        for (index, name) in ElementName.allCases.enumerated() {
            let isReported = name == .other ? reportsUnlisted : elements.contains(name)
            table[index] = Element(name: name, traits: ElementTraits(name, isReported: isReported))
        }
        self.elements = UnsafePointer(table)
    }

    deinit { elements.deallocate() }

    /// Returns the number of an attribute in reported tags.
    ///
    /// - Parameter attribute: The attribute's name in lower case.
    /// - Returns: The number; nil if the attribute is not in the ``TagInterest``.
    package func number(of attribute: String) -> Int? { attributeNames.index(of: attribute) }

    /// Returns the name of an attribute in lower case.
    package func name(of number: Int) -> String { attributes[number] }
}
