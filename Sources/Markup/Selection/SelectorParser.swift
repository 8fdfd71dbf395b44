import Syntax

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
        return isForXML ? name : ASCII.lowercase(name)
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
        return XPathText.attribute(path, sign, ignoresCase ? ASCII.lowercase(value) : value, ignoresCase)
    }

    private mutating func pseudoClass(type: String?, depth: Int) throws(SelectorSyntaxError) -> String {
        let name = ASCII.lowercase(try scanner.identifier())
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

/// A scanner for the tokens of a CSS selector (CSS Syntax 3).
private struct SelectorScanner {
    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        // Surrounding white space is ignored.
        skipSpace()
    }

    var isAtEnd: Bool { position >= scalars.count }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    func error(_ reason: String) -> SelectorSyntaxError {
        SelectorSyntaxError(reason: "\(reason) (at character \(min(position, scalars.count) + 1))")
    }

    func unexpected() -> SelectorSyntaxError {
        guard let next else { return error("it ends too early") }
        return error("unexpected '\(next)'")
    }

    func isAt(_ scalar: Unicode.Scalar) -> Bool { next == scalar }

    mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    mutating func skipSpace() {
        while let next, Self.isSpace(next) { position += 1 }
    }

    /// Consumes a word with surrounding white space; returns false if the next word is another one.
    mutating func consumeWord(_ word: String) -> Bool {
        let start = position
        skipSpace()
        guard isAtIdentifier, let found = try? identifier(), ASCII.lowercase(found) == word else {
            position = start
            return false
        }
        return true
    }

    /// Consumes a combinator with surrounding white space; nil at the end of a selector.
    mutating func combinator() -> Character? {
        let start = position
        skipSpace()
        let hasSpace = position > start
        for sign in [">", "+", "~"] as [Unicode.Scalar] where consume(sign) {
            skipSpace()
            return Character(sign)
        }
        guard hasSpace, let next, next != ",", next != ")" else { return nil }
        return " "
    }

    var isAtIdentifier: Bool {
        guard let next else { return false }
        if next == "-" {
            guard position + 1 < scalars.count else { return false }
            let second = scalars[position + 1]
            return Self.isStart(second) || second == "-" || second == "\\"
        }
        return Self.isStart(next) || next == "\\"
    }

    mutating func identifier() throws(SelectorSyntaxError) -> String {
        guard isAtIdentifier else { throw unexpected() }
        return try name()
    }

    mutating func name() throws(SelectorSyntaxError) -> String {
        var text = String.UnicodeScalarView()
        while let next {
            if next == "\\" {
                text.append(try escape())
            } else if Self.isStart(next) || next == "-" || ("0"..."9").contains(next) {
                text.append(next)
                position += 1
            } else {
                break
            }
        }
        guard !text.isEmpty else { throw unexpected() }
        return String(text)
    }

    mutating func stringOrIdentifier() throws(SelectorSyntaxError) -> String {
        guard let quote = next, quote == "\"" || quote == "'" else { return try name() }
        position += 1
        var text = String.UnicodeScalarView()
        while let next, next != quote {
            if next == "\\" {
                text.append(try escape())
            } else {
                text.append(next)
                position += 1
            }
        }
        guard consume(quote) else { throw error("a string has no end") }
        return String(text)
    }

    /// Consumes one of `=`, `~=`, `|=`, `^=`, `$=`, `*=` and returns its first character.
    mutating func attributeOperator() -> Unicode.Scalar? {
        guard let sign = next else { return nil }
        if consume("=") { return "=" }
        guard ["~", "|", "^", "$", "*"].contains(sign), position + 1 < scalars.count, scalars[position + 1] == "="
        else {
            return nil
        }
        position += 2
        return sign
    }

    /// Parses the `an+b` of `:nth-child()`.
    mutating func formula() throws(SelectorSyntaxError) -> (step: Int, offset: Int) {
        skipSpace()
        if consumeWord("even") { return (2, 0) }
        if consumeWord("odd") { return (2, 1) }
        let sign = consume("-") ? -1 : 1
        if sign == 1 { _ = consume("+") }
        let digits = number()
        guard consume("n") || consume("N") else {
            guard let digits else { throw unexpected() }
            return (0, sign * digits)
        }
        let step = sign * (digits ?? 1)
        let end = position
        skipSpace()
        let isMinus = isAt("-")
        guard consume("+") || consume("-") else {
            position = end
            return (step, 0)
        }
        skipSpace()
        guard let offset = number() else { throw unexpected() }
        return (step, isMinus ? -offset : offset)
    }

    private mutating func number() -> Int? {
        let start = position
        while let next, ("0"..."9").contains(next), position - start < 9 { position += 1 }
        return Int(String(String.UnicodeScalarView(scalars[start..<position])))
    }

    private mutating func escape() throws(SelectorSyntaxError) -> Unicode.Scalar {
        position += 1
        guard let next else { throw unexpected() }
        var value: UInt32 = 0
        let start = position
        while let digit = hex(), position - start < 6 {
            value = value << 4 | digit
            position += 1
        }
        guard position > start else {
            position += 1
            return next
        }
        if let next = self.next, Self.isSpace(next) { position += 1 }
        return value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    private func hex() -> UInt32? {
        guard let next, next.isASCII else { return nil }
        return ASCII.hexValue(UInt8(next.value)).map(UInt32.init)
    }

    private static func isStart(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_" || scalar.value >= 0x80
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" || scalar == "\u{C}"
    }
}

/// A syntax error in a CSS selector.
struct SelectorSyntaxError: Error {
    /// A description of the error and its position.
    var reason: String
}

/// Fragments of XPath 1.0.
enum XPathText {
    /// Returns a string literal.
    ///
    /// XPath has no escapes, so a text that contains both kinds of quotation marks is concatenated.
    static func literal(_ text: String) -> String {
        if !text.contains("'") { return "'\(text)'" }
        if !text.contains("\"") { return "\"\(text)\"" }
        let parts = text.split(separator: "'", omittingEmptySubsequences: false).map { "'\($0)'" }
        return "concat(\(parts.joined(separator: ", \"'\", ")))"
    }

    /// Returns the condition that a list of words separated by white space contains a word.
    static func hasWord(_ word: String, in path: String) -> String {
        "contains(concat(' ',normalize-space(\(path)),' '),\(literal(" \(word) ")))"
    }

    /// Returns the condition that an attribute selector describes.
    ///
    /// - Parameters:
    ///   - path: The XPath of the attribute.
    ///   - sign: The first character of the operator.
    ///   - value: The value, in lower case if case is ignored.
    ///   - ignoresCase: True if ASCII case is ignored.
    /// - Returns: The condition.
    static func attribute(_ path: String, _ sign: Unicode.Scalar, _ value: String, _ ignoresCase: Bool) -> String {
        let upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        let folded = ignoresCase ? "translate(\(path),'\(upper)','\(upper.lowercased())')" : path
        let text = literal(value)
        switch sign {
        case "=": return "\(path) and \(folded)=\(text)"
        case "~": return value.isEmpty || value.contains(where: \.isWhitespace) ? "false()" : hasWord(value, in: folded)
        case "|": return "\(path) and (\(folded)=\(text) or starts-with(\(folded),\(literal(value + "-"))))"
        case "^": return value.isEmpty ? "false()" : "starts-with(\(folded),\(text))"
        case "*": return value.isEmpty ? "false()" : "contains(\(folded),\(text))"
        default:
            let length = value.unicodeScalars.count
            guard length > 0 else { return "false()" }
            let tail = "substring(\(folded),string-length(\(path))-\(length - 1))=\(text)"
            return "\(tail) and string-length(\(path))>=\(length)"
        }
    }

    /// Returns the condition that a number has the form `an+b` for an n of 0 or more.
    static func matches(_ number: String, _ formula: (step: Int, offset: Int)) -> String {
        let (step, offset) = formula
        if step == 0 { return "\(number)=\(offset)" }
        let distance = offset == 0 ? number : "\(number)-(\(offset))"
        return step > 0
            ? "\(number)>=\(offset) and (\(distance)) mod \(step)=0"
            : "\(number)<=\(offset) and (\(offset)-\(number)) mod \(-step)=0"
    }

    /// Returns the distinct prefixes of the names in an expression; axes such as `child::` are not prefixes.
    ///
    /// - Parameter expression: XPath 1.0.
    /// - Returns: The prefixes except `xml`, which is always defined.
    static func prefixes(in expression: String) -> [String] {
        var found: [String] = []
        var name = String.UnicodeScalarView()
        var quote: Unicode.Scalar?
        let scalars = Array(expression.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            if let open = quote {
                if scalar == open { quote = nil }
            } else if scalar == "'" || scalar == "\"" {
                quote = scalar
                name = .init()
            } else if scalar == ":" {
                let isAxis = [index - 1, index + 1].contains { scalars.indices.contains($0) && scalars[$0] == ":" }
                let prefix = String(name)
                if !isAxis, !prefix.isEmpty, prefix != "xml", !found.contains(prefix) { found.append(prefix) }
                name = .init()
            } else if scalar.properties.isXIDContinue || scalar == "-" || scalar == "." {
                name.append(scalar)
            } else {
                name = .init()
            }
        }
        return found
    }
}
