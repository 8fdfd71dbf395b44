/// A regular expression that is matched in linear time.
///
/// All possible matches advance together, one character at a time (Thompson's construction, Pike's machine), so that no
/// text causes backtracking. The time to match is at most proportional to the product of the lengths of text and
/// expression. Swift's `Regex` backtracks, so a hostile URL could stall it.
struct RegularExpression: Sendable {
    private enum Instruction: Hashable {
        case one(CharacterClass)
        case assertion(RegularExpressionNode.Assertion)
        /// Continues at both instructions.
        case split(Int, Int)
        case jump(Int)
        case accept
    }

    // Repetitions are expanded. The limit allows long lists of host names; matching a kilobyte of text then takes 1 ms.
    private static let maximumLength = 20_000

    private var instructions: [Instruction] = []
    private let ignoresCase: Bool
    /// The ASCII characters that a match can begin with; nil if a match can be empty.
    private var beginnings: CharacterClass?

    /// Compiles an expression.
    ///
    /// - Parameters:
    ///   - text: The expression, in the syntax of ``RegularExpressionParser``.
    ///   - ignoresCase: True if upper and lower case match each other, as with `(?i)`.
    /// - Throws: ``LinkSelectionError/pattern(_:reason:)``, also if repetitions make the expression too long.
    init(_ text: String, ignoresCase: Bool) throws(LinkSelectionError) {
        var parser = RegularExpressionParser(text)
        let node = try parser.parse()
        self.ignoresCase = ignoresCase || parser.ignoresCase
        guard add(node), append(.accept) else {
            throw .pattern(text, reason: "it is too long when its repetitions are expanded")
        }
        beginnings = findBeginnings()
    }

    /// Returns true if the expression matches any part of a text.
    func matches(_ text: String) -> Bool {
        var current = SparseSet(capacity: instructions.count)
        var next = SparseSet(capacity: instructions.count)
        var stack: [Int] = []
        var scalars = text.unicodeScalars.makeIterator()
        var previous: Unicode.Scalar?
        var scalar = scalars.next()
        while true {
            // Most positions of a text cannot begin a match.
            if current.isEmpty, let beginnings, let present = scalar, present.isASCII, !beginnings.contains(present) {
                previous = present
                scalar = scalars.next()
                continue
            }
            if follow(0, between: previous, scalar, into: &current, stack: &stack) { return true }
            guard let present = scalar else { return false }
            let following = scalars.next()
            let cases = ignoresCase ? LetterCases(present) : nil
            next.removeAll()
            for index in current {
                guard case .one(let set) = instructions[index] else { continue }
                guard cases.map(set.containsAnyCase) ?? set.contains(present) else { continue }
                if follow(index + 1, between: present, following, into: &next, stack: &stack) { return true }
            }
            swap(&current, &next)
            previous = present
            scalar = following
        }
    }

    /// Adds an instruction, and all instructions that can be reached from it without reading a character.
    ///
    /// - Returns: True if a match is reached.
    private func follow(
        _ start: Int, between previous: Unicode.Scalar?, _ next: Unicode.Scalar?, into set: inout SparseSet,
        stack: inout [Int]
    ) -> Bool {
        stack.append(start)
        while let index = stack.popLast() {
            guard set.insert(index) else { continue }
            switch instructions[index] {
            case .one: break
            case .assertion(let assertion): if Self.holds(assertion, previous, next) { stack.append(index + 1) }
            case .split(let first, let second):
                stack.append(first)
                stack.append(second)
            case .jump(let target): stack.append(target)
            case .accept:
                stack.removeAll()
                return true
            }
        }
        return false
    }

    private func findBeginnings() -> CharacterClass? {
        var beginnings: Set<UInt8> = []
        var seen = SparseSet(capacity: instructions.count)
        var stack = [0]
        while let index = stack.popLast() {
            guard seen.insert(index) else { continue }
            switch instructions[index] {
            case .one(let set):
                for value in UInt8(0)..<0x80 {
                    let scalar = Unicode.Scalar(value)
                    let isMember = ignoresCase ? set.containsAnyCase(of: LetterCases(scalar)) : set.contains(scalar)
                    if isMember { beginnings.insert(value) }
                }
            case .assertion: stack.append(index + 1)
            case .split(let first, let second): stack += [first, second]
            case .jump(let target): stack.append(target)
            case .accept: return nil
            }
        }
        return CharacterClass(ranges: beginnings.map { UInt32($0)...UInt32($0) })
    }

    private static func holds(
        _ assertion: RegularExpressionNode.Assertion, _ previous: Unicode.Scalar?, _ next: Unicode.Scalar?
    ) -> Bool {
        func isWord(_ scalar: Unicode.Scalar?) -> Bool { scalar.map(CharacterClass.word.contains) ?? false }
        return switch assertion {
        case .start: previous == nil
        case .end: next == nil
        case .wordBoundary: isWord(previous) != isWord(next)
        case .noWordBoundary: isWord(previous) == isWord(next)
        }
    }

    private mutating func append(_ instruction: Instruction) -> Bool {
        instructions.append(instruction)
        return instructions.count <= Self.maximumLength
    }

    /// Appends the instructions of a node; returns false if there are too many.
    private mutating func add(_ node: RegularExpressionNode) -> Bool {
        switch node {
        case .one(let set): return append(.one(set))
        case .assertion(let assertion): return append(.assertion(assertion))
        case .sequence(let parts): return parts.allSatisfy { add($0) }
        case .choice(let branches): return add(branches: branches)
        case .repeated(let part, let minimum, let maximum):
            for _ in 0..<minimum { guard add(part) else { return false } }
            guard let maximum else { return addLoop(part) }
            var splits: [Int] = []
            for _ in minimum..<maximum {
                splits.append(instructions.count)
                guard append(.split(0, 0)), add(part) else { return false }
            }
            for index in splits { instructions[index] = .split(index + 1, instructions.count) }
            return true
        }
    }

    private mutating func add(branches: [RegularExpressionNode]) -> Bool {
        var jumps: [Int] = []
        for (number, branch) in branches.enumerated() {
            let split = instructions.count
            let isLast = number == branches.count - 1
            guard isLast || append(.split(0, 0)), add(branch) else { return false }
            guard !isLast else { break }
            jumps.append(instructions.count)
            guard append(.jump(0)) else { return false }
            instructions[split] = .split(split + 1, instructions.count)
        }
        for jump in jumps { instructions[jump] = .jump(instructions.count) }
        return true
    }

    private mutating func addLoop(_ part: RegularExpressionNode) -> Bool {
        let split = instructions.count
        guard append(.split(0, 0)), add(part), append(.jump(split)) else { return false }
        instructions[split] = .split(split + 1, instructions.count)
        return true
    }
}

/// A node of the syntax tree of a regular expression.
indirect enum RegularExpressionNode: Sendable, Hashable {
    /// A condition on the position between two characters.
    enum Assertion: Sendable, Hashable {
        case start
        case end
        case wordBoundary
        case noWordBoundary
    }

    case one(CharacterClass)
    case assertion(Assertion)
    case sequence([RegularExpressionNode])
    case choice([RegularExpressionNode])
    /// A node that is repeated at least `minimum` and at most `maximum` times; nil means no limit.
    case repeated(RegularExpressionNode, minimum: Int, maximum: Int?)
}

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

/// A set of small integers that is cleared in constant time and keeps the order of insertion (Briggs and Torczon,
/// 1993).
private struct SparseSet: Sequence {
    private var members: [Int] = []
    private var indices: [Int]

    /// Creates an empty set.
    ///
    /// - Parameter capacity: The exclusive upper bound of the members.
    init(capacity: Int) {
        members.reserveCapacity(capacity)
        indices = Array(repeating: 0, count: capacity)
    }

    /// True if the set has no members.
    var isEmpty: Bool { members.isEmpty }

    /// Adds a number; returns true if it was not a member before.
    mutating func insert(_ number: Int) -> Bool {
        let index = indices[number]
        if index < members.count && members[index] == number { return false }
        indices[number] = members.count
        members.append(number)
        return true
    }

    /// Removes all members.
    mutating func removeAll() { members.removeAll(keepingCapacity: true) }

    func makeIterator() -> IndexingIterator<[Int]> { members.makeIterator() }
}
