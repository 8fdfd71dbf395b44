import Syntax

/// A receiver of the tags and the text of a document.
package protocol MarkupHandler: AnyObject {
    /// True if the handler is to receive the text between tags; read after each reported tag.
    var wantsText: Bool { get }
    /// Receives a start tag that the ``TagInterest`` contains.
    ///
    /// - Parameter tag: The tag, which is valid during the call.
    /// - Returns: True to receive the content of an element that contains only text, such as `style`. The content is
    ///   reported as text, followed by the end tag.
    func startTag(_ tag: StartTag) -> Bool
    /// Receives an end tag.
    ///
    /// - Parameter element: The element; `other` if ``ElementName`` does not list it.
    func endTag(_ element: ElementName)
    /// Receives a part of the text, with its character references replaced.
    ///
    /// - Parameter text: The part, split anywhere; valid during the call.
    func text(_ text: UnsafeBufferPointer<UInt8>)
    /// True if the document can no longer be read again from its start, so that a `<meta>` must not change the
    /// encoding.
    var isCommitted: Bool { get }
    /// Receives the start of the body, before the first tag in it.
    func bodyBegan()
    /// Discards all tags received since the body began, because a `frameset` replaces it.
    func bodyRemoved()
    /// Discards everything received, because a `<meta>` declares another encoding and the document is read again.
    func restart()
}

extension MarkupHandler {
    /// By default, the document can always be read again.
    package var isCommitted: Bool { false }
    /// Ignores the start of the body.
    package func bodyBegan() {}
    /// Ignores the removal of the body.
    package func bodyRemoved() {}
}

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
        let name = String(decoding: nameBytes.prefix(1 << 10).map { ASCII.lowercase($0) }, as: UTF8.self).streamSafe
        return name.utf8.contains(0) ? name.replacing("\0", with: "\u{FFFD}") : name
    }

    /// The position of the tag in the document.
    ///
    /// Computing it takes time, so it should be read only for tags that matter.
    package var position: SourcePosition { positions.takeUnretainedValue().position(at: offset) }

    /// The numbers of the attributes in the ``TagInterest``, as bits.
    package var attributes: UInt64 { present }

    /// Returns the number in the ``TagInterest`` of the attribute at an index of the tag.
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
    /// - Returns: The value without long runs of combining characters (``Swift/String/streamSafe``), empty if the
    ///   attribute has none; nil if there is no such attribute.
    package func value(of number: Int) -> String? {
        rawValue(of: number).map { CharacterReferences.decode($0, inAttribute: true).streamSafe }
    }
}

extension StartTag {
    /// Creates a start tag for an element of XHTML, SVG or MathML in XML.
    ///
    /// - Parameters:
    ///   - element: The element with its attributes.
    ///   - isForeign: True if it belongs to SVG or MathML.
    ///   - position: The position of the element.
    ///   - interest: The attributes to include.
    ///   - body: Receives the tag, which is valid during the call.
    package static func withTag(
        of element: XMLElement, isForeign: Bool, position: SourcePosition, interest: TagInterest,
        _ body: (StartTag) -> Void
    ) {
        let name = ASCII.lowercase(element.name.local)
        let known = ElementName(rawValue: name) ?? .other
        var text = Array(name.utf8)
        let nameEnd = text.count
        var slots = AttributeSlots()
        defer { slots.deallocate() }
        for attribute in element.attributes {
            // HTML knows XLink by its usual prefix only.
            let isXLink = attribute.name.namespace == "http://www.w3.org/1999/xlink"
            let name = isXLink ? "xlink:\(attribute.name.local)" : attribute.name.qualified
            guard let number = interest.number(of: ASCII.lowercase(name)) else { continue }
            let start = text.count
            // The attribute values of a tag contain references, but those of XML have been replaced already, so `&` is
            // escaped again.
            for byte in attribute.value.utf8 {
                if byte == UInt8(ascii: "&") { text.append(contentsOf: "&amp;".utf8) } else { text.append(byte) }
            }
            slots.add(number, value: start..<text.count)
        }
        let positions = TextPositions(at: position)
        text.withUnsafeBufferPointer { text in
            guard let window = text.baseAddress else { return }
            body(
                StartTag(
                    element: known, elementIndex: known.index,
                    name: UnsafeBufferPointer(rebasing: text[..<nameEnd]), isForeign: isForeign, isSelfClosing: false,
                    offset: 0, attributes: slots, window: window, positions: Unmanaged.passUnretained(positions)))
        }
        withExtendedLifetime(positions) {}
    }
}

/// The requested attributes of one tag, as ranges in the window.
///
/// If a tag has several attributes with the same name, only the first is stored.
struct AttributeSlots {
    /// One attribute.
    struct Slot {
        /// The attribute's number in the ``TagInterest``.
        var number: Int
        /// The range of the value.
        var value: Range<Int>
    }

    /// The attributes in the order of the tag; the owner deallocates the memory.
    let slots: UnsafeMutablePointer<Slot>
    /// The number of attributes.
    private(set) var count = 0
    /// The attributes' numbers as bits.
    private(set) var present: UInt64 = 0

    init() {
        slots = .allocate(capacity: TagInterest.maximumAttributes)
    }

    func deallocate() { slots.deallocate() }

    @inline(__always)
    mutating func removeAll() {
        count = 0
        present = 0
    }

    @inline(__always)
    mutating func add(_ number: Int, value: Range<Int>) {
        let bit: UInt64 = 1 << UInt64(number)
        guard present & bit == 0 else { return }
        present |= bit
        slots[count] = Slot(number: number, value: value)
        count += 1
    }

    /// Removes all attributes except some.
    ///
    /// - Parameter kept: The numbers of the attributes to keep, as bits.
    mutating func keep(_ kept: UInt64) {
        var remaining = 0
        for index in 0..<count where kept & (1 << UInt64(slots[index].number)) != 0 {
            slots[remaining] = slots[index]
            remaining += 1
        }
        count = remaining
        present &= kept
    }
}
