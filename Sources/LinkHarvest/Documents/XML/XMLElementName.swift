import Markup

/// The name of an element, together with the properties that the rules give it.
final class XMLElementName {
    /// The name with the prefix that the rules use, such as `atom:link`.
    let key: String
    /// The name for the output: without a prefix if it belongs to the document's own vocabulary.
    let shown: String
    /// True if the element belongs to XHTML, SVG or MathML.
    let isMarkup: Bool
    /// True if the element's title is the text of the links in it.
    let isTitled: Bool
    /// True if the element represents a page of its own.
    let isItem: Bool
    /// The cached rules of this element for the parent element that was looked up last.
    private var rules: (parent: String?, rules: [XMLAddressRule])?

    init(_ name: XMLName, vocabulary: XMLVocabulary, rootNamespace: String?) {
        isMarkup =
            switch name.namespace {
            case XMLNamespace.xhtml, XMLNamespace.svg, XMLNamespace.mathML: true
            case nil: name.prefix == nil && (vocabulary == .svg || vocabulary == .mathML)
            default: false
            }
        let prefix =
            if let namespace = name.namespace, let known = XMLNamespace.prefixes[namespace] {
                known
            } else if name.namespace == rootNamespace && (name.namespace != nil || name.prefix == nil) {
                // Also used if the namespace is misspelt.
                vocabulary.prefix ?? ""
            } else if name.namespace == nil, name.prefix == nil {
                vocabulary.prefix ?? ""
            } else {
                name.prefix ?? ""
            }
        let key = prefix.isEmpty ? name.local : "\(prefix):\(name.local)"
        self.key = key
        isTitled = XMLAddressRule.titled.contains(key)
        isItem = XMLAddressRule.items.contains(key)
        let local = ASCII.lowercase(name.local)
        shown = prefix.isEmpty || prefix == vocabulary.prefix ? local : "\(ASCII.lowercase(prefix)):\(local)"
    }

    /// Returns the rules of the element.
    ///
    /// - Parameter parent: The element around it; nil for the root.
    /// - Returns: The rules, as in ``XMLAddressRule/rules(for:in:)``.
    func rules(in parent: XMLElementName?) -> [XMLAddressRule] {
        if let rules, rules.parent == parent?.key { return rules.rules }
        let found = XMLAddressRule.rules(for: key, in: parent?.key)
        rules = (parent?.key, found)
        return found
    }
}
