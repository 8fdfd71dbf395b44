/// The name of an element or an attribute of XML.
///
/// A parser creates each name once, so that properties of a name can be cached by its identity.
package final class XMLName: Sendable {
    /// The name without its prefix, as written in the document.
    package let local: String
    /// The prefix; nil if there is none.
    package let prefix: String?
    /// The namespace; nil if the name is in none, or if its prefix is not declared.
    package let namespace: String?

    /// Creates a name.
    package init(local: String, prefix: String? = nil, namespace: String? = nil) {
        self.local = local
        self.prefix = prefix
        self.namespace = namespace
    }

    /// The name with its prefix, as written in the document.
    package var qualified: String { prefix.map { "\($0):\(local)" } ?? local }
}

/// A start tag of an XML document.
///
/// Its attributes do not include namespace declarations.
package struct XMLElement: Sendable {
    /// An attribute.
    package struct Attribute: Sendable {
        /// The attribute's name.
        package var name: XMLName
        /// The value with its entities replaced.
        package var value: String
    }

    /// The element's name.
    package var name: XMLName
    /// The attributes in the order of the tag.
    package var attributes: [Attribute]

    /// Returns the value of an attribute.
    ///
    /// - Parameters:
    ///   - local: The name without a prefix.
    ///   - namespace: The namespace; nil for a name without a prefix.
    /// - Returns: The value; nil if there is no such attribute.
    package func value(of local: String, in namespace: String? = nil) -> String? {
        attributes.first { $0.name.local == local && $0.name.namespace == namespace }?.value
    }
}
