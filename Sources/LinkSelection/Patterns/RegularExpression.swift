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
