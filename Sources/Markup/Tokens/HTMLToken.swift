/// A token of the HTML Standard's tokenizer (13.2.5).
package enum HTMLToken: Sendable, Hashable {
    /// An attribute of a tag.
    package struct Attribute: Sendable, Hashable {
        /// The name in lower case.
        package var name: String
        /// The value with its character references replaced.
        package var value: String

        /// Creates an attribute.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A start tag. If several attributes have the same name, only the first is kept.
    case startTag(name: String, attributes: [Attribute], isSelfClosing: Bool)
    /// An end tag.
    case endTag(name: String)
    /// A comment or bogus comment.
    case comment(String)
    /// A document type declaration; missing parts are nil.
    case doctype(name: String?, publicID: String?, systemID: String?, isCorrect: Bool)
    /// Text up to the next token of another kind.
    case characters(String)
}
