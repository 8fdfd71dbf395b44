/// A set of Unicode scalars that one position of a pattern matches.
struct CharacterClass: Sendable, Hashable {
    /// The ranges of the set, in any order; they may overlap.
    private(set) var ranges: [ClosedRange<UInt32>] = [] {
        didSet { ascii = Self.ascii(of: ranges) }
    }
    /// True if the set consists of everything outside of the ranges.
    var isNegated = false
    /// The ASCII members of the ranges as bits, because URLs are ASCII.
    private var ascii: (low: UInt64, high: UInt64) = (0, 0)

    static let any = CharacterClass(ranges: [], isNegated: true)
    static let digits = CharacterClass(ranges: [0x30...0x39])
    static let word = CharacterClass(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let blanks = CharacterClass(ranges: [0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x2028...0x2029])

    init(ranges: [ClosedRange<UInt32>] = [], isNegated: Bool = false) {
        self.ranges = ranges
        self.isNegated = isNegated
        ascii = Self.ascii(of: ranges)
    }

    init(_ scalar: Unicode.Scalar) { self.init(ranges: [scalar.value...scalar.value]) }

    /// Adds the scalars of a range.
    mutating func insert(_ range: ClosedRange<Unicode.Scalar>) {
        ranges.append(range.lowerBound.value...range.upperBound.value)
    }

    /// Adds the scalars of another set.
    mutating func insert(_ other: CharacterClass) { ranges += other.isNegated ? other.gaps : other.ranges }

    /// Returns true if a scalar is in the set.
    func contains(_ scalar: Unicode.Scalar) -> Bool { holds(scalar.value) != isNegated }

    /// Returns true if the set matches a scalar, ignoring case.
    func containsAnyCase(of cases: LetterCases) -> Bool {
        (holds(cases.scalar.value) || holds(cases.lower.value) || holds(cases.upper.value)) != isNegated
    }

    static func == (first: CharacterClass, second: CharacterClass) -> Bool {
        first.ranges == second.ranges && first.isNegated == second.isNegated
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ranges)
        hasher.combine(isNegated)
    }

    private static func ascii(of ranges: [ClosedRange<UInt32>]) -> (low: UInt64, high: UInt64) {
        var bits: (low: UInt64, high: UInt64) = (0, 0)
        for range in ranges where range.lowerBound < 128 {
            for value in range.lowerBound...min(range.upperBound, 127) {
                if value < 64 { bits.low |= 1 << UInt64(value) } else { bits.high |= 1 << UInt64(value - 64) }
            }
        }
        return bits
    }

    @inline(__always)
    private func holds(_ value: UInt32) -> Bool {
        if value < 64 { return ascii.low >> UInt64(value) & 1 != 0 }
        if value < 128 { return ascii.high >> UInt64(value - 64) & 1 != 0 }
        for range in ranges where range.contains(value) { return true }
        return false
    }

    /// The ranges of the scalars that are not in the set's ranges.
    private var gaps: [ClosedRange<UInt32>] {
        var gaps: [ClosedRange<UInt32>] = []
        var start: UInt32 = 0
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if range.lowerBound > start { gaps.append(start...(range.lowerBound - 1)) }
            start = max(start, range.upperBound + 1)
        }
        if start <= 0x10FFFF { gaps.append(start...0x10FFFF) }
        return gaps
    }
}
