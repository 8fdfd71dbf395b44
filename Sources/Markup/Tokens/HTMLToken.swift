/// A token of the HTML Standard's tokenizer (13.2.5).
package enum HTMLToken: Sendable, Hashable {
    /// One attribute of a tag.
    package struct Attribute: Sendable, Hashable {
        /// The name in lower case.
        package var name: String
        /// The value, character references replaced.
        package var value: String

        /// Makes an attribute.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A start tag; of several attributes with one name only the first is there.
    case startTag(name: String, attributes: [Attribute], isSelfClosing: Bool)
    /// An end tag.
    case endTag(name: String)
    /// A comment, or what the standard takes for one.
    case comment(String)
    /// A document type declaration; nil where a part is missing.
    case doctype(name: String?, publicID: String?, systemID: String?, isCorrect: Bool)
    /// Text, all of it up to the next other token.
    case characters(String)
}
