import Markup

/// The rules of ``LinkRules``, indexed by the numbers of the attributes.
enum RuleIndex {
    /// The tags and attributes that the parser reports to the scan.
    static let interest = TagInterest(
        elements: [.a, .base, .form, .img, .image, .style, .script, .meta, .template],
        triggers: LinkRules.all.map(\.attribute).reduce(into: []) {
            if $1 != LinkRule.content, !$0.contains($1) { $0.append($1) }
        },
        attributes: [
            "alt", "aria-label", "title", "rel", "type", "hreflang", "download", "http-equiv", "property", "name",
            "itemprop", "valuetype", "method", "formmethod", "form",
        ])

    /// The rules for each attribute.
    static let table = RuleTable(LinkRules.all, interest: interest)

    /// Returns the number of an attribute in the ``TagInterest``.
    static func number(_ attribute: String) -> Int {
        guard let number = interest.number(of: attribute) else {
            preconditionFailure("the interest lacks the attribute \(attribute)")
        }
        return number
    }
}

/// The numbers of the attributes that describe a link.
enum AttributeNumber {
    static let alt = RuleIndex.number("alt")
    static let label = RuleIndex.number("aria-label")
    static let title = RuleIndex.number("title")
    static let relations = RuleIndex.number("rel")
    static let type = RuleIndex.number("type")
    static let language = RuleIndex.number("hreflang")
    static let download = RuleIndex.number("download")
    static let href = RuleIndex.number("href")
    static let property = RuleIndex.number("property")
    static let name = RuleIndex.number("name")
    static let itemProperty = RuleIndex.number("itemprop")
    static let pragma = RuleIndex.number("http-equiv")
    static let valueType = RuleIndex.number("valuetype")
    static let method = RuleIndex.number("method")
    static let formMethod = RuleIndex.number("formmethod")
    static let form = RuleIndex.number("form")
}
