/// A start tag of a document.
package struct StartTag: Sendable {
    /// An attribute, its value still as it stands in the document.
    package struct Attribute: Sendable {
        /// The name in lower case.
        package let name: String
        fileprivate let value: Range<Int>
    }

    /// The element's name in lower case.
    package let name: String
    /// The attributes as they stand in the tag, in order.
    ///
    /// Of several with one name only the first counts.
    package let attributes: [Attribute]
    /// Whether the element belongs to SVG or MathML.
    package let isForeign: Bool
    /// The offset of the tag's `<` in the text.
    package let offset: Int
    private let text: DecodedText

    init(_ syntax: TagSyntax, name: String, isForeign: Bool, offset: Int, text: DecodedText) {
        self.name = name
        self.isForeign = isForeign
        self.offset = offset
        self.text = text
        attributes = text.terminated.withUnsafeBufferPointer { bytes in
            syntax.attributes.map { Attribute(name: Self.lowercased(bytes[$0.name]), value: $0.value) }
        }
    }

    /// An attribute's value with its character references replaced.
    ///
    /// - Parameter attribute: One of the tag's attributes.
    /// - Returns: The value; empty if the attribute has none.
    package func value(of attribute: Attribute) -> String {
        text.terminated.withUnsafeBufferPointer {
            CharacterReferences.decode(UnsafeBufferPointer(rebasing: $0[attribute.value]), inAttribute: true)
        }
    }

    /// The value of the first attribute with a name.
    ///
    /// - Parameter name: The name in lower case.
    /// - Returns: The value, or nil if there is no such attribute.
    package func value(of name: String) -> String? {
        attributes.first { $0.name == name }.map { value(of: $0) }
    }

    static func lowercased(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        String(unsafeUninitializedCapacity: bytes.count) { output in
            var count = 0
            for byte in bytes {
                output[count] = ASCII.lowercase(byte)
                count += 1
            }
            return count
        }
    }
}
