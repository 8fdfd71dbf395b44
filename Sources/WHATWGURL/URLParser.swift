import CPlatform

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
    private var position: UInt32 { UInt32(truncatingIfNeeded: output.count) }

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
    private mutating func copyAuthority(of base: Base) {
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
    private mutating func copyPath(of base: Base) { output.append(base.path) }

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

extension URLParser {
    /// Parses an authority and the text after it (authority, host, port and path start states).
    ///
    /// The output must end after the scheme's colon.
    private mutating func parseAuthority(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let scheme = layout.scheme
        let end = text.firstIndex(where: scheme.isSlash) ?? text.count
        let authority = text.extracting(0..<end)
        openAuthority()

        var hostAndPort = authority
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            hostAndPort = authority.extracting(at + 1..<authority.count)
            if hostAndPort.isEmpty { return false }
            appendCredentials(authority.extracting(0..<at))
        }
        layout.hostStart = position
        guard parseHostAndPort(hostAndPort) else { return false }
        parsePathStart(text.extracting(end..<text.count))
        return true
    }

    /// Starts an authority with empty credentials.
    private mutating func openAuthority() {
        output.append("//")
        layout.hasAuthority = true
        layout.usernameEnd = position
        layout.hostStart = position
        layout.hostEnd = position
    }

    /// Ends the authority, or records its absence; the path starts at the end of the output.
    private mutating func closeAuthority() {
        if !layout.hasAuthority {
            layout.usernameEnd = position
            layout.hostStart = position
            layout.hostEnd = position
        }
        layout.authorityEnd = position
        layout.pathStart = position
    }

    private mutating func appendCredentials(_ text: UnsafeBufferPointer<UInt8>) {
        let colon = text.firstIndex(of: UInt8(ascii: ":")) ?? text.count
        output.append(text.extracting(0..<colon), encoding: .userinfo)
        layout.usernameEnd = position
        if colon + 1 < text.count {
            output.append(UInt8(ascii: ":"))
            output.append(text.extracting(colon + 1..<text.count), encoding: .userinfo)
        } else if colon == 0 {
            return
        }
        output.append(UInt8(ascii: "@"))
    }

    private mutating func parseHostAndPort(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let colon = Self.portColon(in: text)
        let host = text.extracting(0..<(colon ?? text.count))
        if host.isEmpty {
            if layout.scheme.isSpecial || colon != nil { return false }
        } else if !HostParser.parse(host, isOpaque: !layout.scheme.isSpecial, into: &output) {
            return false
        }
        layout.hostEnd = position
        if let colon, !parsePort(text.extracting(colon + 1..<text.count)) { return false }
        closeAuthority()
        return true
    }

    /// Returns the position of the first colon outside brackets.
    private static func portColon(in text: UnsafeBufferPointer<UInt8>) -> Int? {
        var isInsideBrackets = false
        for (index, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "["): isInsideBrackets = true
            case UInt8(ascii: "]"): isInsideBrackets = false
            case UInt8(ascii: ":") where !isInsideBrackets: return index
            default: continue
            }
        }
        return nil
    }

    private mutating func parsePort(_ digits: UnsafeBufferPointer<UInt8>) -> Bool {
        if digits.isEmpty { return true }
        var port: UInt32 = 0
        for byte in digits {
            guard case UInt8(ascii: "0")...UInt8(ascii: "9") = byte else { return false }
            port = port * 10 + UInt32(byte - UInt8(ascii: "0"))
            if port > UInt32(UInt16.max) { return false }
        }
        let number = UInt16(port)
        if number != layout.scheme.defaultPort {
            layout.port = number
            output.append(UInt8(ascii: ":"))
            output.append(decimal: port)
        }
        return true
    }
}

extension URLParser {
    private enum DotSegment { case none, single, double }

    /// Parses the text after an authority (path start state).
    private mutating func parsePathStart(_ text: UnsafeBufferPointer<UInt8>) {
        if let first = text.first, layout.scheme.isSlash(first) {
            parsePath(text.extracting(1..<text.count))
        } else if layout.scheme.isSpecial {
            parsePath(text)
        }
    }

    /// Appends the segments of a text, which starts after a slash, to the path in the output (path state).
    private mutating func parsePath(_ text: UnsafeBufferPointer<UInt8>) {
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
    private mutating func shortenPath() {
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
    private mutating func finishPath() {
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
    private mutating func appendOpaquePath(_ text: UnsafeBufferPointer<UInt8>, isFollowed: Bool) {
        layout.hasOpaquePath = true
        guard isFollowed, text.last == UInt8(ascii: " ") else {
            output.append(text, encoding: .c0Control)
            return
        }
        output.append(text.extracting(0..<text.count - 1), encoding: .c0Control)
        output.append("%20")
    }
}

extension URLParser {
    /// Parses the text after the scheme of a file URL (file and file slash states).
    ///
    /// The output must end after the scheme's colon.
    private mutating func parseFile(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let fileBase = base.flatMap { $0.layout.scheme == .file ? $0 : nil }
        if let first = text.first, layout.scheme.isSlash(first) {
            let rest = text.extracting(1..<text.count)
            if let second = rest.first, layout.scheme.isSlash(second) {
                return parseFileHost(rest.extracting(1..<rest.count))
            }
            if let fileBase {
                copyAuthority(of: fileBase)
                let drive = fileBase.path.prefix(3)
                let endsAfterDrive = fileBase.path.count == 3 || fileBase.path.dropFirst(3).first == UInt8(ascii: "/")
                if !Self.startsWithDriveLetter(rest), drive.count == 3, endsAfterDrive,
                    Self.isDriveLetter(fileBase.path.extracting(1..<3), normalizedOnly: true)
                {
                    output.append(fileBase.path.extracting(0..<3))
                }
            } else {
                openAuthority()
                closeAuthority()
            }
            parsePath(rest)
            return true
        }
        guard let fileBase else {
            openAuthority()
            closeAuthority()
            parsePath(text)
            return true
        }
        copyAuthority(of: fileBase)
        if text.isEmpty {
            copyPath(of: fileBase)
            inheritsQuery = true
            finishPath()
            return true
        }
        if !Self.startsWithDriveLetter(text) {
            copyPath(of: fileBase)
            shortenPath()
        }
        parsePath(text)
        return true
    }

    /// Parses the host of a file URL (file host state).
    private mutating func parseFileHost(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let end = text.firstIndex(where: layout.scheme.isSlash) ?? text.count
        let host = text.extracting(0..<end)
        openAuthority()
        if Self.isDriveLetter(host, normalizedOnly: false) {
            // A drive letter instead of a host is the first segment of the path.
            closeAuthority()
            parsePath(text)
            return true
        }
        if !host.isEmpty {
            let start = output.count
            guard HostParser.parse(host, isOpaque: false, into: &output) else { return false }
            if output.bytes.extracting(start..<output.count).elementsEqual("localhost".utf8) {
                output.truncate(to: start)
            }
            layout.hostEnd = position
        }
        closeAuthority()
        parsePathStart(text.extracting(end..<text.count))
        return true
    }

    /// Returns true if a text is a Windows drive letter (URL Standard, 4.2): `C:` or, unless normalized, `C|`.
    private static func isDriveLetter(_ text: UnsafeBufferPointer<UInt8>, normalizedOnly: Bool) -> Bool {
        guard text.count == 2, (text[0] | 0x20) &- UInt8(ascii: "a") < 26 else { return false }
        return text[1] == UInt8(ascii: ":") || (!normalizedOnly && text[1] == UInt8(ascii: "|"))
    }

    /// Returns true if a text is a Windows drive letter or starts with one and a slash.
    private static func startsWithDriveLetter(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count >= 2, isDriveLetter(text.extracting(0..<2), normalizedOnly: false) else { return false }
        return text.count == 2 || text[2] == UInt8(ascii: "/") || text[2] == UInt8(ascii: "\\")
    }
}
