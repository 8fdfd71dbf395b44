/// A start tag of a document, which is valid only while it is reported.
package struct StartTag {
    /// The element; `other` if ``ElementName`` does not list it.
    package let element: ElementName
    /// The index of the element among `ElementName`'s cases.
    package let elementIndex: Int
    /// True if the element belongs to SVG or MathML.
    package let isForeign: Bool
    /// True if the tag ends with `/>`, which closes the element in SVG and MathML.
    package let isSelfClosing: Bool
    /// The offset of the tag's `<` in the document's text.
    package let offset: Int
    /// The number of attributes in the ``TagInterest`` that the tag has.
    package let attributeCount: Int

    private let nameBytes: UnsafeBufferPointer<UInt8>
    private let slots: UnsafePointer<AttributeSlots.Slot>
    private let present: UInt64
    private let window: UnsafePointer<UInt8>
    private let positions: Unmanaged<TextPositions>

    init(
        element: ElementName, elementIndex: Int, name: UnsafeBufferPointer<UInt8>, isForeign: Bool, isSelfClosing: Bool,
        offset: Int,
        attributes: AttributeSlots, window: UnsafePointer<UInt8>, positions: Unmanaged<TextPositions>
    ) {
        self.element = element
        self.elementIndex = elementIndex
        nameBytes = name
        self.isForeign = isForeign
        self.isSelfClosing = isSelfClosing
        self.offset = offset
        attributeCount = attributes.count
        slots = UnsafePointer(attributes.slots)
        present = attributes.present
        self.window = window
        self.positions = positions
    }

    /// The element's name in lower case, truncated to 1,024 bytes.
    package var name: String {
        guard element == .other else { return element.rawValue }
        let name = String(decoding: nameBytes.prefix(1 << 10).map { ASCII.lowercase($0) }, as: UTF8.self)
        return name.utf8.contains(0) ? name.replacing("\0", with: "\u{FFFD}") : name
    }

    /// The position of the tag in the document.
    ///
    /// Computing it takes time, so it should be read only for tags that matter.
    package var position: SourcePosition { positions.takeUnretainedValue().position(at: offset) }

    /// The numbers of the attributes in the ``TagInterest``, as bits.
    package var attributes: UInt64 { present }

    /// Returns the number of an attribute in the ``TagInterest``.
    ///
    /// - Parameter index: The index of the attribute in the tag.
    /// - Returns: The number.
    package func attributeNumber(at index: Int) -> Int { slots[index].number }

    /// Returns the value of an attribute as written, with its character references.
    ///
    /// - Parameter number: The attribute's number in the ``TagInterest``.
    /// - Returns: The value; nil if there is no such attribute.
    package func rawValue(of number: Int) -> UnsafeBufferPointer<UInt8>? {
        guard present & (1 << UInt64(number)) != 0 else { return nil }
        for index in 0..<attributeCount where slots[index].number == number {
            let value = slots[index].value
            return UnsafeBufferPointer(start: window + value.lowerBound, count: value.count)
        }
        return nil
    }

    /// Returns the value of an attribute with its character references replaced.
    ///
    /// - Parameter number: The attribute's number in the ``TagInterest``.
    /// - Returns: The value, empty if the attribute has none; nil if there is no such attribute.
    package func value(of number: Int) -> String? {
        rawValue(of: number).map { CharacterReferences.decode($0, inAttribute: true) }
    }
}
