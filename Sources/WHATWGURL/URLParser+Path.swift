extension URLParser {
    private enum DotSegment { case none, single, double }

    /// Parses the text after an authority (path start state).
    mutating func parsePathStart(_ text: UnsafeBufferPointer<UInt8>) {
        if let first = text.first, layout.scheme.isSlash(first) {
            parsePath(text.extracting(1..<text.count))
        } else if layout.scheme.isSpecial {
            parsePath(text)
        }
    }

    /// Appends the segments of a text, which starts after a slash, to the path in the output (path state).
    mutating func parsePath(_ text: UnsafeBufferPointer<UInt8>) {
        let scheme = layout.scheme
        let set = PercentEncodeSet.path
        var start = 0
        while true {
            var end = start
            while end < text.count, !scheme.isSlash(text[end]) { end += 1 }
            appendSegment(text.extracting(start..<end), isLast: end == text.count, encoding: set)
            if end == text.count { break }
            start = end + 1
        }
        finishPath()
    }

    @inline(__always)
    private mutating func appendSegment(
        _ segment: UnsafeBufferPointer<UInt8>, isLast: Bool, encoding set: PercentEncodeSet
    ) {
        switch Self.dotSegment(segment) {
        case .double:
            shortenPath()
            if isLast { output.append(UInt8(ascii: "/")) }
        case .single:
            if isLast { output.append(UInt8(ascii: "/")) }
        case .none:
            let isFirst = output.count == Int(layout.pathStart)
            output.append(UInt8(ascii: "/"))
            if isFirst, layout.scheme == .file, Self.isDriveLetter(segment, normalizedOnly: false) {
                output.append(segment[0])
                output.append(UInt8(ascii: ":"))
            } else {
                output.append(segment, encoding: set)
            }
        }
    }

    /// Classifies a segment as `.`, `..` or neither; a dot may be written `%2e`.
    @inline(__always)
    private static func dotSegment(_ segment: UnsafeBufferPointer<UInt8>) -> DotSegment {
        guard let first = segment.first, segment.count <= 6, first == UInt8(ascii: ".") || first == UInt8(ascii: "%")
        else { return .none }
        var index = 0
        var dots = 0
        while index < segment.count {
            if segment[index] == UInt8(ascii: ".") {
                index += 1
            } else if index + 2 < segment.count, segment[index] == UInt8(ascii: "%"),
                segment[index + 1] == UInt8(ascii: "2"), segment[index + 2] | 0x20 == UInt8(ascii: "e")
            {
                index += 3
            } else {
                return .none
            }
            dots += 1
        }
        switch dots {
        case 1: return .single
        case 2: return .double
        default: return .none
        }
    }

    /// Removes the last segment of the path, unless it is the drive letter of a file URL (URL Standard, 4.2 shorten).
    mutating func shortenPath() {
        let start = Int(layout.pathStart)
        guard output.count > start else { return }
        if layout.scheme == .file, output.count - start == 3,
            Self.isDriveLetter(output.bytes.extracting(start + 1..<output.count), normalizedOnly: true)
        {
            return
        }
        var end = output.count - 1
        while end > start, output[end] != UInt8(ascii: "/") { end -= 1 }
        output.truncate(to: end)
    }

    /// Inserts `/.` before a path that would otherwise be read as an authority (URL Standard, 4.5).
    mutating func finishPath() {
        let start = Int(layout.pathStart)
        guard !layout.hasAuthority, output.count >= start + 2, output[start] == UInt8(ascii: "/"),
            output[start + 1] == UInt8(ascii: "/")
        else { return }
        output.insert("/.", at: start)
        layout.pathStart += 2
    }

    /// Appends an opaque path (opaque path state).
    ///
    /// Only the last space is encoded, and only before a query or a fragment.
    mutating func appendOpaquePath(_ text: UnsafeBufferPointer<UInt8>, isFollowed: Bool) {
        layout.hasOpaquePath = true
        guard isFollowed, text.last == UInt8(ascii: " ") else {
            output.append(text, encoding: .c0Control)
            return
        }
        output.append(text.extracting(0..<text.count - 1), encoding: .c0Control)
        output.append("%20")
    }
}
