/// A translator of CSS selectors (Selectors 3, and parts of 4) to XPath 1.0.
///
/// Every selector becomes a condition on an element. A combinator becomes a step to the element on its left: `a > b`
/// selects a `b` whose parent meets the condition of `a`. Selectors can therefore be nested in `:is()` and `:not()`
/// unchanged.
struct SelectorParser {
    private var scanner: SelectorScanner
    /// True for XML: names keep their case, and element names are compared without their prefix.
    private let isForXML: Bool

    /// Translates a list of selectors.
    ///
    /// - Parameters:
    ///   - css: A list of selectors.
    ///   - isForXML: True for elements of XML, false for those of HTML.
    /// - Returns: An XPath expression for all elements that one of them selects.
    /// - Throws: ``SelectorSyntaxError``.
    static func xpath(for css: String, inXML isForXML: Bool = false) throws(SelectorSyntaxError) -> String {
        var parser = SelectorParser(scanner: SelectorScanner(css), isForXML: isForXML)
        let condition = try parser.list(depth: 0)
        guard parser.scanner.isAtEnd else { throw parser.scanner.unexpected() }
        return "//*[\(condition)]"
    }

    /// The maximum nesting of functions.
    private static let deepest = 8

    /// Parses a list of selectors up to the end or a closing parenthesis.
    private mutating func list(depth: Int) throws(SelectorSyntaxError) -> String {
        guard depth <= Self.deepest else { throw scanner.error("the functions are nested too deeply") }
        var conditions: [String] = []
        repeat { conditions.append(try complex(depth: depth)) } while scanner.consume(",")
        return conditions.count == 1 ? conditions[0] : conditions.map { "(\($0))" }.joined(separator: " or ")
    }

    /// Parses compound selectors with combinators between them.
    private mutating func complex(depth: Int) throws(SelectorSyntaxError) -> String {
        scanner.skipSpace()
        var condition = try compound(depth: depth)
        while let combinator = scanner.combinator() {
            let right = try compound(depth: depth)
            condition = "(\(right)) and \(Self.step(combinator, to: condition))"
        }
        return condition
    }

    /// Returns the condition that an element before this one, or around it, meets another condition.
    private static func step(_ combinator: Character, to condition: String) -> String {
        switch combinator {
        case ">": "parent::*[\(condition)]"
        case "+": "preceding-sibling::*[1][\(condition)]"
        case "~": "preceding-sibling::*[\(condition)]"
        default: "ancestor::*[\(condition)]"
        }
    }

    /// Parses a type selector and its restrictions.
    private mutating func compound(depth: Int) throws(SelectorSyntaxError) -> String {
        var conditions: [String] = []
        var type: String?
        if scanner.consume("*") {
            conditions.append("true()")
        } else if scanner.isAtIdentifier {
            let name = try name()
            type = name
            conditions.append(isNamed(name))
        }
        while true {
            if scanner.consume("#") {
                conditions.append("@id=\(XPathText.literal(try scanner.name()))")
            } else if scanner.consume(".") {
                conditions.append(XPathText.hasWord(try scanner.identifier(), in: "@class"))
            } else if scanner.consume("[") {
                conditions.append(try attribute())
            } else if scanner.consume(":") {
                guard !scanner.consume(":") else { throw scanner.error("pseudo-elements cannot be selected") }
                conditions.append(try pseudoClass(type: type, depth: depth))
            } else {
                break
            }
        }
        guard !conditions.isEmpty else { throw scanner.unexpected() }
        return conditions.count == 1 ? conditions[0] : conditions.map { "(\($0))" }.joined(separator: " and ")
    }

    /// Parses the name of an element or an attribute.
    private mutating func name() throws(SelectorSyntaxError) -> String {
        let name = try scanner.identifier()
        return isForXML ? name : SelectorScanner.lowercase(name)
    }

    /// Returns the condition that an element has a given name; an escaped colon in the name separates a prefix.
    private func isNamed(_ name: String) -> String {
        let function = isForXML && !name.contains(":") ? "local-name()" : "name()"
        return "\(function)=\(XPathText.literal(name))"
    }

    private mutating func attribute() throws(SelectorSyntaxError) -> String {
        scanner.skipSpace()
        let name = try name()
        scanner.skipSpace()
        let path = "@*[name()=\(XPathText.literal(name))]"
        if scanner.consume("]") { return path }
        guard let sign = scanner.attributeOperator() else { throw scanner.unexpected() }
        scanner.skipSpace()
        let value = try scanner.stringOrIdentifier()
        scanner.skipSpace()
        let ignoresCase = scanner.consume("i") || scanner.consume("I")
        if !ignoresCase, !scanner.consume("s") { _ = scanner.consume("S") }
        scanner.skipSpace()
        guard scanner.consume("]") else { throw scanner.unexpected() }
        return XPathText.attribute(path, sign, ignoresCase ? SelectorScanner.lowercase(value) : value, ignoresCase)
    }

    private mutating func pseudoClass(type: String?, depth: Int) throws(SelectorSyntaxError) -> String {
        let name = SelectorScanner.lowercase(try scanner.identifier())
        if scanner.consume("(") { return try function(name, type: type, depth: depth) }
        switch name {
        case "first-child": return "not(preceding-sibling::*)"
        case "last-child": return "not(following-sibling::*)"
        case "only-child": return "not(preceding-sibling::*) and not(following-sibling::*)"
        case "first-of-type": return "not(preceding-sibling::\(try siblings(type, of: name)))"
        case "last-of-type": return "not(following-sibling::\(try siblings(type, of: name)))"
        case "only-of-type":
            let same = try siblings(type, of: name)
            return "not(preceding-sibling::\(same)) and not(following-sibling::\(same))"
        case "root", "scope": return "not(parent::*)"
        case "empty": return "not(*) and not(text())"
        case "link", "any-link":
            let address = isForXML ? "(@href or @*[name()='xlink:href'])" : "@href"
            return "(\(isNamed("a")) or \(isNamed("area"))) and \(address)"
        case "checked": return "@checked or @selected"
        case "disabled": return "@disabled"
        case "enabled": return "not(@disabled)"
        case "optional": return "not(@required)"
        case "required": return "@required"
        default: throw scanner.error("':\(name)' is not supported")
        }
    }

    private mutating func function(_ name: String, type: String?, depth: Int) throws(SelectorSyntaxError) -> String {
        let condition: String
        switch name {
        case "is", "where", "matches": condition = try list(depth: depth + 1)
        case "not": condition = "not(\(try list(depth: depth + 1)))"
        case "has": condition = try has(depth: depth)
        case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
            let formula = try scanner.formula()
            let axis = name.contains("last") ? "following-sibling" : "preceding-sibling"
            var sibling = "*"
            var own = ""
            if name.hasSuffix("of-type") {
                sibling = try siblings(type, of: name)
            } else if scanner.consumeWord("of") {
                let filter = try list(depth: depth + 1)
                (sibling, own) = ("*[\(filter)]", " and (\(filter))")
            }
            condition = XPathText.matches("(count(\(axis)::\(sibling))+1)", formula) + own
        default: throw scanner.error("':\(name)()' is not supported")
        }
        scanner.skipSpace()
        guard scanner.consume(")") else { throw scanner.unexpected() }
        return condition
    }

    /// Parses the compound selectors of `:has()`, each with or without a leading combinator.
    private mutating func has(depth: Int) throws(SelectorSyntaxError) -> String {
        guard depth < Self.deepest else { throw scanner.error("the functions are nested too deeply") }
        var conditions: [String] = []
        repeat {
            scanner.skipSpace()
            let combinator = scanner.combinator() ?? " "
            let condition = try compound(depth: depth + 1)
            switch combinator {
            case ">": conditions.append("child::*[\(condition)]")
            case "+": conditions.append("following-sibling::*[1][\(condition)]")
            case "~": conditions.append("following-sibling::*[\(condition)]")
            default: conditions.append("descendant::*[\(condition)]")
            }
            scanner.skipSpace()
            guard scanner.isAt(",") || scanner.isAt(")") else {
                throw scanner.error("':has()' takes no combinators between selectors")
            }
        } while scanner.consume(",")
        return conditions.joined(separator: " or ")
    }

    /// Returns the XPath test for siblings of a type; throws an error if the selector names no type, because XPath 1.0
    /// cannot express "of the same name".
    private func siblings(_ type: String?, of name: String) throws(SelectorSyntaxError) -> String {
        guard let type else { throw scanner.error("':\(name)' needs the name of an element in front of it") }
        return "*[\(isNamed(type))]"
    }
}
