import CBytes

/// The basic URL parser of the URL Standard (4.4), written as a series of functions instead of a state machine.
///
/// The result is the same, because the first `#` always starts the fragment, and the first `?` before it starts the
/// query. The text before them is parsed once from left to right, directly into the serialisation. Comments name the
/// standard's states.
struct URLParser: ~Copyable {
    /// A base URL together with its bytes.
    struct Base {
        let bytes: UnsafeBufferPointer<UInt8>
        let layout: URLLayout

        /// The path without a preceding `/.`.
        var path: UnsafeBufferPointer<UInt8> {
            bytes.extracting(Int(layout.pathStart)..<layout.pathEnd(length: bytes.count))
        }

        /// The query including its question mark; empty if there is none.
        var queryWithMark: UnsafeBufferPointer<UInt8> {
            bytes.extracting(layout.pathEnd(length: bytes.count)..<layout.queryEnd(length: bytes.count))
        }
    }

    var output: ByteBuilder
    var layout = URLLayout()
    let base: Base?
    private let queryEncoder: QueryEncoder?
    /// True if a URL without a query inherits the query of the base.
    var inheritsQuery = false

    private init(output: consuming ByteBuilder, base: Base?, queryEncoder: QueryEncoder?) {
        self.output = output
        self.base = base
        self.queryEncoder = queryEncoder
    }

    /// Parses valid UTF-8.
    ///
    /// - Parameters:
    ///   - input: The URL as written.
    ///   - base: The base URL for a relative URL; nil if there is none.
    ///   - queryEncoder: The encoder of the document's encoding; nil for UTF-8.
    ///   - finish: Converts the serialisation, which is valid only during the call, and its layout to the result.
    /// - Returns: The result of `finish`; nil if the standard's parser returns failure.
    @inline(__always)
    static func parse<Result>(
        _ input: UnsafeBufferPointer<UInt8>, base: WebURL?, queryEncoder: QueryEncoder?,
        finish: (UnsafeBufferPointer<UInt8>, URLLayout) -> Result
    ) -> Result? {
        let trimmed = trim(input)
        if containsTabOrNewline(trimmed) {
            let kept = trimmed.filter { !isTabOrNewline($0) }
            return kept.withUnsafeBufferPointer {
                parse(cleaned: $0, base: base, queryEncoder: queryEncoder, finish: finish)
            }
        }
        return parse(cleaned: trimmed, base: base, queryEncoder: queryEncoder, finish: finish)
    }

    private static func parse<Result>(
        cleaned input: UnsafeBufferPointer<UInt8>, base: WebURL?, queryEncoder: QueryEncoder?,
        finish: (UnsafeBufferPointer<UInt8>, URLLayout) -> Result
    ) -> Result? {
        guard let base else {
            return parse(cleaned: input, resolvedBase: nil, queryEncoder: queryEncoder, finish: finish)
        }
        var href = base.href
        return href.withUTF8 { bytes in
            parse(
                cleaned: input, resolvedBase: Base(bytes: bytes, layout: base.layout), queryEncoder: queryEncoder,
                finish: finish)
        }
    }

    private static func parse<Result>(
        cleaned input: UnsafeBufferPointer<UInt8>, resolvedBase: Base?, queryEncoder: QueryEncoder?,
        finish: (UnsafeBufferPointer<UInt8>, URLLayout) -> Result
    ) -> Result? {
        // 512 bytes on the stack are enough for nearly every URL of real pages.
        withUnsafeTemporaryAllocation(byteCount: 512, alignment: 1) { scratch in
            let memory = scratch.bindMemory(to: UInt8.self)
            guard let start = memory.baseAddress else { return nil }
            var parser = URLParser(
                output: ByteBuilder(scratch: start, capacity: memory.count), base: resolvedBase,
                queryEncoder: queryEncoder)
            guard parser.run(input), parser.output.count < Int(URLLayout.absent) else { return nil }
            return finish(parser.output.bytes, parser.layout)
        }
    }

    /// Returns the text without leading and trailing C0 controls and spaces.
    private static func trim(_ input: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var start = 0
        var end = input.count
        while start < end, input[start] <= 0x20 { start += 1 }
        while start < end, input[end - 1] <= 0x20 { end -= 1 }
        return input.extracting(start..<end)
    }

    @inline(__always)
    private static func isTabOrNewline(_ byte: UInt8) -> Bool { byte == 9 || byte == 10 || byte == 13 }

    /// Returns true if the text contains a tab or a newline; the loop has no branches, so the compiler can vectorize
    /// it.
    private static func containsTabOrNewline(_ input: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = input.baseAddress else { return false }
        return leftoff_has_byte(base, input.count, 9, 10, 13)
    }

    private mutating func run(_ input: UnsafeBufferPointer<UInt8>) -> Bool {
        var fragmentMark = input.count
        var queryMark = input.count
        for index in 0..<input.count where input[index] <= UInt8(ascii: "?") {
            if input[index] == UInt8(ascii: "#") {
                fragmentMark = index
                break
            }
            if input[index] == UInt8(ascii: "?"), queryMark == input.count { queryMark = index }
        }
        queryMark = min(queryMark, fragmentMark)
        let hasQuery = queryMark < fragmentMark
        let hasFragment = fragmentMark < input.count
        let body = input.extracting(0..<queryMark)

        if let colon = Self.schemeLength(of: body) {
            guard parseScheme(body, colon: colon, isFollowed: hasQuery || hasFragment) else { return false }
        } else {
            // No scheme state.
            guard let base else { return false }
            if base.layout.hasOpaquePath {
                guard body.isEmpty, !hasQuery, hasFragment else { return false }
                copyScheme(of: base)
                copyPath(of: base)
                layout.hasOpaquePath = true
                inheritsQuery = true
            } else {
                copyScheme(of: base)
                guard base.layout.scheme == .file ? parseFile(body) : parseRelative(body, to: base) else {
                    return false
                }
            }
        }
        if hasQuery {
            appendQuery(input.extracting(queryMark + 1..<fragmentMark))
        } else if inheritsQuery, let base, !base.queryWithMark.isEmpty {
            layout.queryStart = position
            output.append(base.queryWithMark)
        }
        if hasFragment {
            layout.fragmentStart = position
            output.append(UInt8(ascii: "#"))
            output.append(input.extracting(fragmentMark + 1..<input.count), encoding: .fragment)
        }
        return true
    }

    /// The length of the output so far.
    ///
    /// It may be wrong for outputs beyond 32 bits, which are rejected at the end.
    var position: UInt32 { UInt32(truncatingIfNeeded: output.count) }

    /// Returns the length of the scheme before its colon (scheme start and scheme states); nil if there is none.
    private static func schemeLength(of text: UnsafeBufferPointer<UInt8>) -> Int? {
        for (index, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
                continue
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                if index == 0 { return nil }
            case UInt8(ascii: ":"):
                return index == 0 ? nil : index
            default:
                return nil
            }
        }
        return nil
    }

    /// Parses the text after the colon of a scheme (scheme state).
    private mutating func parseScheme(
        _ text: UnsafeBufferPointer<UInt8>, colon: Int, isFollowed: Bool
    ) -> Bool {
        for index in 0..<colon {
            let byte = text[index]
            output.append(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
        }
        layout.scheme = SchemeKind(output.bytes)
        layout.schemeEnd = position
        output.append(UInt8(ascii: ":"))
        closeAuthority()

        let rest = text.extracting(colon + 1..<text.count)
        let startsWithTwoSlashes = rest.starts(with: "//".utf8)
        if layout.scheme == .file { return parseFile(rest) }
        if layout.scheme.isSpecial {
            // Special relative or authority state: `http:foo` is relative to a base with the same scheme.
            if let base, base.layout.scheme == layout.scheme, !startsWithTwoSlashes {
                return parseRelative(rest, to: base)
            }
            return parseAuthority(skippingSlashes(rest))
        }
        if startsWithTwoSlashes { return parseAuthority(rest.extracting(2..<rest.count)) }
        if rest.first == UInt8(ascii: "/") {
            parsePath(rest.extracting(1..<rest.count))
            return true
        }
        appendOpaquePath(rest, isFollowed: isFollowed)
        return true
    }

    /// Parses a relative URL (relative and relative slash states).
    private mutating func parseRelative(_ text: UnsafeBufferPointer<UInt8>, to base: Base) -> Bool {
        let scheme = layout.scheme
        if let first = text.first, scheme.isSlash(first) {
            if text.count > 1, scheme.isSlash(text[1]) {
                let rest = text.extracting(2..<text.count)
                return parseAuthority(scheme.isSpecial ? skippingSlashes(rest) : rest)
            }
            copyAuthority(of: base)
            parsePath(text.extracting(1..<text.count))
            return true
        }
        copyAuthority(of: base)
        copyPath(of: base)
        if text.isEmpty {
            inheritsQuery = true
            finishPath()
        } else {
            shortenPath()
            parsePath(text)
        }
        return true
    }

    /// Skips slashes before an authority (special authority ignore slashes state).
    private func skippingSlashes(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        let start = text.firstIndex { !layout.scheme.isSlash($0) } ?? text.count
        return text.extracting(start..<text.count)
    }

    private mutating func copyScheme(of base: Base) {
        layout.scheme = base.layout.scheme
        layout.schemeEnd = base.layout.schemeEnd
        output.append(base.bytes.extracting(0..<Int(base.layout.schemeEnd) + 1))
        closeAuthority()
    }

    /// Copies credentials, host and port of the base.
    ///
    /// The output must end after the scheme's colon.
    mutating func copyAuthority(of base: Base) {
        let source = base.layout
        output.append(base.bytes.extracting(Int(source.schemeEnd) + 1..<Int(source.authorityEnd)))
        layout.usernameEnd = source.usernameEnd
        layout.hostStart = source.hostStart
        layout.hostEnd = source.hostEnd
        layout.authorityEnd = source.authorityEnd
        layout.pathStart = source.authorityEnd
        layout.port = source.port
        layout.hasAuthority = source.hasAuthority
    }

    /// Copies the base's path unchanged; `finishPath` must follow unless the path is opaque.
    mutating func copyPath(of base: Base) { output.append(base.path) }

    /// Appends a query (query state).
    private mutating func appendQuery(_ query: UnsafeBufferPointer<UInt8>) {
        layout.queryStart = position
        output.append(UInt8(ascii: "?"))
        let set: PercentEncodeSet = layout.scheme.isSpecial ? .specialQuery : .query
        guard let queryEncoder, layout.scheme.usesDocumentEncoding, query.contains(where: Self.dependsOnEncoding) else {
            output.append(query, encoding: set)
            return
        }
        queryEncoder(query).withUnsafeBufferPointer { output.append($0, encoding: set) }
    }

    /// Returns true if any encoding of the Encoding Standard may encode a byte differently from ASCII.
    ///
    /// All of them preserve ASCII, except that ISO-2022-JP cannot encode the shift and escape controls.
    @inline(__always)
    private static func dependsOnEncoding(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == 0x0E || byte == 0x0F || byte == 0x1B
    }
}
