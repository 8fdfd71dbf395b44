/// An image of a page; its bytes are not part of a text copy.
package struct CopyImage: Sendable, Hashable {
    /// An absolute http or https URL; nil if the image has no such address.
    package let source: String?
    /// The text that replaces the image; empty if there is none.
    package let alternativeText: String
    /// The width in CSS px; nil if it is not known.
    package let width: Int?
    /// The height in CSS px; nil if it is not known.
    package let height: Int?

    /// Creates an image.
    ///
    /// - Parameters:
    ///   - source: An absolute http or https URL; nil if the image has no such address.
    ///   - alternativeText: The text that replaces the image; empty if there is none.
    ///   - width: The width in CSS px; nil if it is not known.
    ///   - height: The height in CSS px; nil if it is not known.
    package init(source: String?, alternativeText: String, width: Int? = nil, height: Int? = nil) {
        self.source = source
        self.alternativeText = alternativeText
        self.width = width
        self.height = height
    }
}
