import Markup

/// A path pattern of robots.txt: `*` matches any characters, and `$` at the end matches the end (RFC 9309, section
/// 2.2.3).
struct RobotsPattern: Sendable, Hashable {
    /// A part of the pattern between two stars.
    private struct Part: Sendable, Hashable {
        let bytes: [UInt8]
        /// For each byte, the length of the longest start of the part that also ends there (Knuth, Morris and Pratt).
        let borders: [Int32]

        init(_ bytes: ArraySlice<UInt8>) {
            let bytes = Array(bytes)
            var borders = Array(repeating: Int32(0), count: bytes.count)
            var length = 0
            for index in bytes.indices.dropFirst() {
                while length > 0, bytes[index] != bytes[length] { length = Int(borders[length - 1]) }
                if bytes[index] == bytes[length] { length += 1 }
                borders[index] = Int32(length)
            }
            (self.bytes, self.borders) = (bytes, borders)
        }

        /// Returns the index after the first occurrence in a path; nil if there is none.
        func end(in target: [UInt8], from start: Int, steps: inout Int) -> Int? {
            var matched = 0
            var index = start
            while matched < bytes.count {
                guard index < target.count else {
                    steps += index - start
                    return nil
                }
                while matched > 0, target[index] != bytes[matched] { matched = Int(borders[matched - 1]) }
                if target[index] == bytes[matched] { matched += 1 }
                index += 1
            }
            steps += index - start
            return index
        }
    }

    /// The parts of the pattern between the stars, normalized.
    private let parts: [Part]
    private let isAnchored: Bool

    /// The pattern's length; the longest matching pattern takes precedence.
    let byteCount: Int

    /// Parses a pattern.
    init(_ text: String) {
        var bytes = Array(text.utf8)
        isAnchored = bytes.last == UInt8(ascii: "$")
        if isAnchored { bytes.removeLast() }
        // An empty first or last part means that the pattern is not anchored there. Empty parts in between have no
        // effect.
        let parts = bytes.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map(Self.normalized)
        byteCount = parts.reduce(parts.count - 1) { $0 + $1.count } + (isAnchored ? 1 : 0)
        self.parts = parts.enumerated().filter { index, part in
            index == 0 || index == parts.count - 1 || !part.isEmpty
        }.map { Part($1[...]) }
    }

    /// Returns true if the pattern matches the start of a normalized path, or the whole path if it ends with `$`.
    ///
    /// The leftmost match of each part is always the best one, so no backtracking is needed, and the time is linear in
    /// the lengths of the pattern and the path.
    ///
    /// - Parameters:
    ///   - target: The path and query, normalized.
    ///   - steps: A count to which the number of the path's bytes that were examined is added.
    /// - Returns: True if the pattern matches.
    func matches(_ target: [UInt8], steps: inout Int) -> Bool {
        guard let first = parts.first?.bytes, let last = parts.last else { return false }
        steps += first.count
        guard target.starts(with: first) else { return false }
        guard parts.count > 1 else { return !isAnchored || target.count == first.count }
        var position = first.count
        for part in parts[1..<(parts.count - 1)] {
            guard let end = part.end(in: target, from: position, steps: &steps) else { return false }
            position = end
        }
        guard isAnchored else { return last.end(in: target, from: position, steps: &steps) != nil }
        steps += last.bytes.count
        return target.count - position >= last.bytes.count && target.suffix(last.bytes.count).elementsEqual(last.bytes)
    }

    /// Returns a path in normalized form for comparison (sections 2.2.2 and 2.2.3).
    ///
    /// Unreserved characters are decoded, and escapes are in upper case. Characters that are not allowed in URLs are
    /// escaped, and also `*` and `$`, which stand for themselves here: in a pattern, they are written `%2A` and `%24`.
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
            if isUnreserved(byte) || literals.contains(byte) {
                result.append(byte)
            } else {
                appendEscape(byte, to: &result)
            }
            index += 1
        }
        return result
    }

    /// The characters other than unreserved ones that are compared as they are: the reserved ones (RFC 3986, section
    /// 2.2) without `*` and `$`, and a `%` that begins no escape.
    private static let literals = Set(":/?#[]@!&'()+,;=%".utf8)

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func appendEscape(_ byte: UInt8, to result: inout [UInt8]) {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~".utf8.contains(byte)
        }
    }
}
