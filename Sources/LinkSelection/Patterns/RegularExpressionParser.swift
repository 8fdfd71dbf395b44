/// A parser for the part of the common syntax of regular expressions that can be matched in linear time.
///
/// It accepts characters, `.`, `[...]`, `^ $ \A \z \b \B`, groups, alternatives, `\xHH`, `\x{H...}`, and `(?i)` at the
/// beginning. It also accepts `\d \w \s` and their opposites (ASCII and the common white space), and `* + ? {n} {n,}
/// {n,m}`, greedy or lazy. It rejects back references and look-around.
struct RegularExpressionParser {
    /// The maximum nesting of groups; each level takes a call on the stack.
    private static let maximumDepth = 200

    private let text: String
    private var rest: Substring.UnicodeScalarView
    private var depth = 0

    /// True if the expression began with `(?i)`.
    private(set) var ignoresCase = false

    /// Creates a parser.
    ///
    /// - Parameter text: The expression without `re:`.
    init(_ text: String) {
        self.text = text
        rest = text.unicodeScalars[...]
        if text.hasPrefix("(?i)") {
            ignoresCase = true
            rest.removeFirst(4)
        }
    }

    /// Parses the whole expression.
    mutating func parse() throws(LinkSelectionError) -> RegularExpressionNode {
        let node = try choice()
        guard rest.isEmpty else { throw problem(") has no (") }
        return node
    }

    private func problem(_ reason: String) -> LinkSelectionError { .pattern(text, reason: reason) }

    private mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func choice() throws(LinkSelectionError) -> RegularExpressionNode {
        var branches = [try sequence()]
        while consume("|") { branches.append(try sequence()) }
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func sequence() throws(LinkSelectionError) -> RegularExpressionNode {
        var parts: [RegularExpressionNode] = []
        while let scalar = rest.first, scalar != "|", scalar != ")" {
            let part = try atom()
            parts.append(try quantified(part))
        }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func quantified(
        _ part: RegularExpressionNode
    ) throws(LinkSelectionError) -> RegularExpressionNode {
        let bounds: (minimum: Int, maximum: Int?)
        switch rest.first {
        case "*": bounds = (0, nil)
        case "+": bounds = (1, nil)
        case "?": bounds = (0, 1)
        case "{":
            guard let counts = try counts() else { return part }
            bounds = counts
        default: return part
        }
        // The operator itself, or the closing brace.
        rest.removeFirst()
        // A greedy and a lazy operator match the same texts.
        _ = consume("?")
        if let next = rest.first, "*+?".unicodeScalars.contains(next) {
            throw problem("a repetition follows a repetition; put the first into ()")
        }
        return .repeated(part, minimum: bounds.minimum, maximum: bounds.maximum)
    }

    /// Parses `{n}`, `{n,}` or `{n,m}` up to its closing brace; nil if the brace is an ordinary character.
    private mutating func counts() throws(LinkSelectionError) -> (minimum: Int, maximum: Int?)? {
        guard let end = rest.firstIndex(of: "}") else { return nil }
        let inside = rest[rest.index(after: rest.startIndex)..<end]
        let parts = inside.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts[0].isEmpty == false, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
            return nil
        }
        let minimum = Int(parts[0]) ?? .max
        let maximum = parts.count == 1 ? minimum : parts[1].isEmpty ? nil : Int(parts[1]) ?? .max
        guard minimum <= 1000, maximum ?? 0 <= 1000, minimum <= maximum ?? 1000 else {
            throw problem("{\(String(inside))} must contain numbers from 0 to 1000 in ascending order")
        }
        rest = rest[end...]
        return (minimum, maximum)
    }

    private mutating func atom() throws(LinkSelectionError) -> RegularExpressionNode {
        guard let scalar = rest.popFirst() else { return .sequence([]) }
        switch scalar {
        case ".": return .one(.any)
        case "^": return .assertion(.start)
        case "$": return .assertion(.end)
        case "(": return try group()
        case "[": return .one(try set())
        case "*", "+", "?": throw problem("\(scalar) has nothing to repeat")
        case "\\":
            if let assertion = rest.first.flatMap(Self.assertion) {
                rest.removeFirst()
                return .assertion(assertion)
            }
            return .one(try escape())
        default: return .one(CharacterClass(scalar))
        }
    }

    private mutating func group() throws(LinkSelectionError) -> RegularExpressionNode {
        if consume("?"), !consume(":") {
            throw problem("the only groups that may start with (? are (?:...), and (?i) at the start")
        }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw problem("groups are nested deeper than \(Self.maximumDepth) levels")
        }
        let node = try choice()
        guard consume(")") else { throw problem("( is not closed by )") }
        return node
    }

    private static func assertion(_ scalar: Unicode.Scalar) -> RegularExpressionNode.Assertion? {
        switch scalar {
        case "A": .start
        case "z": .end
        case "b": .wordBoundary
        case "B": .noWordBoundary
        default: nil
        }
    }

    private mutating func escape() throws(LinkSelectionError) -> CharacterClass {
        guard let scalar = rest.popFirst() else { throw problem("nothing follows the backslash at the end") }
        switch scalar {
        case "d": return .digits
        case "w": return .word
        case "s": return .blanks
        case "D": return CharacterClass(ranges: CharacterClass.digits.ranges, isNegated: true)
        case "W": return CharacterClass(ranges: CharacterClass.word.ranges, isNegated: true)
        case "S": return CharacterClass(ranges: CharacterClass.blanks.ranges, isNegated: true)
        case "t": return CharacterClass("\t")
        case "n": return CharacterClass("\n")
        case "r": return CharacterClass("\r")
        case "f": return CharacterClass("\u{C}")
        case "v": return CharacterClass("\u{B}")
        case "x": return CharacterClass(try codePoint())
        case "0"..."9": throw problem("back references are not supported")
        case "a"..."z", "A"..."Z": throw problem("\\\(scalar) means nothing here")
        default: return CharacterClass(scalar)
        }
    }

    private mutating func codePoint() throws(LinkSelectionError) -> Unicode.Scalar {
        var digits: String
        if consume("{") {
            guard let end = rest.firstIndex(of: "}") else { throw problem("\\x{ is not closed by }") }
            digits = String(rest[..<end])
            rest = rest[rest.index(after: end)...]
        } else {
            digits = String(rest.prefix(2))
            rest = rest.dropFirst(2)
        }
        guard digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
            let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value)
        else { throw problem("\\x\(digits) is no character") }
        return scalar
    }

    private mutating func set() throws(LinkSelectionError) -> CharacterClass {
        var set = CharacterClass()
        set.isNegated = consume("^")
        var isFirst = true
        while let scalar = rest.popFirst() {
            if scalar == "]" && !isFirst { return set }
            isFirst = false
            let first = scalar == "\\" ? try escape() : CharacterClass(scalar)
            guard rest.first == "-", let end = rest.dropFirst().first, end != "]" else {
                set.insert(first)
                continue
            }
            rest.removeFirst(2)
            let last = end == "\\" ? try escape() : CharacterClass(end)
            guard let lower = Self.only(first), let upper = Self.only(last), lower <= upper else {
                throw problem("a range in [] is in descending order, or starts or ends with a class")
            }
            set.insert(lower...upper)
        }
        throw problem("[ is not closed by ]")
    }

    private static func only(_ set: CharacterClass) -> Unicode.Scalar? {
        guard !set.isNegated, let range = set.ranges.first, set.ranges.count == 1, range.count == 1 else { return nil }
        return Unicode.Scalar(range.lowerBound)
    }
}
