import Markup

/// An element's name as the rules know it.
final class XMLElementName {
    /// The name with the prefix of the rules, such as `atom:link`.
    let key: String
    /// The name as links show it: without a prefix in the document's own vocabulary.
    let shown: String
    /// Whether it is of XHTML, SVG or MathML.
    let isMarkup: Bool
    /// Whether its title is the text of the links in it.
    let isTitled: Bool
    /// Whether it stands for a page of its own.
    let isItem: Bool
    /// The rules inside of the element that was last around it.
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
                // Also where the namespace is misspelt.
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

    /// The rules of the element.
    ///
    /// - Parameter parent: The element around it.
    /// - Returns: The rules, as ``XMLAddressRule/rules(for:in:)`` finds them.
    func rules(in parent: XMLElementName?) -> [XMLAddressRule] {
        if let rules, rules.parent == parent?.key { return rules.rules }
        let found = XMLAddressRule.rules(for: key, in: parent?.key)
        rules = (parent?.key, found)
        return found
    }
}
