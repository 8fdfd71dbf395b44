import Markup

/// A path pattern of robots.txt: `*` matches any characters, and `$` at the end matches the end (RFC 9309, section
/// 2.2.3).
struct RobotsPattern: Sendable, Hashable {
    /// The parts of the pattern between the stars, normalized.
    private let parts: [[UInt8]]
    private let isAnchored: Bool

    /// The pattern's length; the longest matching pattern takes precedence.
    let byteCount: Int

    /// Parses a pattern.
    init(_ text: String) {
        var bytes = Self.normalized(text.utf8)
        byteCount = bytes.count
        isAnchored = bytes.last == UInt8(ascii: "$")
        if isAnchored { bytes.removeLast() }
        var parts: [[UInt8]] = []
        for (index, part) in bytes.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).enumerated() {
            // An empty first or last part means that the pattern is not anchored there. Empty parts in between have no
            // effect.
            if index == 0 || !part.isEmpty { parts.append(Array(part)) }
        }
        if bytes.last == UInt8(ascii: "*"), parts.last?.isEmpty == false { parts.append([]) }
        self.parts = parts
    }

    /// Returns true if the pattern matches the start of a normalized path, or the whole path if it ends with `$`.
    ///
    /// The leftmost match of each part is always the best one, so no backtracking is needed.
    func matches(_ target: [UInt8]) -> Bool {
        guard let first = parts.first, target.starts(with: first) else { return false }
        guard parts.count > 1 else { return !isAnchored || target.count == first.count }
        var position = first.count
        for part in parts[1..<(parts.count - 1)] {
            guard let found = Self.find(part, in: target, from: position) else { return false }
            position = found + part.count
        }
        guard let last = parts.last else { return true }
        if isAnchored { return target.count - position >= last.count && target.suffix(last.count).elementsEqual(last) }
        return Self.find(last, in: target, from: position) != nil
    }

    /// Returns a path in normalized form for comparison.
    ///
    /// Unreserved characters are decoded, characters outside ASCII are encoded, and escapes are in upper case.
    static func normalized(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let bytes = Array(bytes)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), index + 2 < bytes.count, let high = ASCII.hexValue(bytes[index + 1]),
                let low = ASCII.hexValue(bytes[index + 2])
            {
                let value = high << 4 | low
                if isUnreserved(value) { result.append(value) } else { appendEscape(value, to: &result) }
                index += 3
                continue
            }
            if byte >= 0x80 || byte <= 0x20 { appendEscape(byte, to: &result) } else { result.append(byte) }
            index += 1
        }
        return result
    }

    private static func find(_ part: [UInt8], in target: [UInt8], from start: Int) -> Int? {
        guard let first = part.first else { return start }
        guard target.count - start >= part.count else { return nil }
        return (start...(target.count - part.count)).first { index in
            target[index] == first && target[index..<(index + part.count)].elementsEqual(part)
        }
    }

    private static func appendEscape(_ byte: UInt8, to result: inout [UInt8]) {
        let digits = Array("0123456789ABCDEF".utf8)
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~".utf8.contains(byte)
        }
    }
}
