import CPlatform

/// A fast path that resolves URLs without parsing them, if the URL Standard's parser would not change them.
///
/// Most links are such URLs. Any other input is left to the parser. A test checks that both give the same result for
/// every case of the standard's test suite.
enum CleanAddress {
    /// Resolves a URL if it needs no parsing.
    ///
    /// - Parameters:
    ///   - input: The URL as written.
    ///   - base: The base URL for a relative URL; nil if there is none.
    ///   - output: Receives the serialisation.
    /// - Returns: False if the URL has to be parsed; nothing has been appended then.
    static func append(
        _ input: UnsafeBufferPointer<UInt8>, base: WebURL?, to output: inout [UInt8]
    ) -> Bool {
        guard let first = input.first, let start = input.baseAddress else { return false }
        switch first {
        case UInt8(ascii: "h"):
            if let hostStart = hostStart(of: input) {
                return appendAuthority(input, start, from: hostStart, to: &output)
            }
            return appendRelative(input, start, base: base, to: &output)
        case UInt8(ascii: "/"):
            guard let base, base.layout.scheme.isSpecial, base.layout.scheme != .file else { return false }
            if input.count > 1, input[1] == UInt8(ascii: "/") {
                return appendAuthority(
                    input, start, from: 2, scheme: Int(base.layout.schemeEnd), of: base, to: &output)
            }
            guard isClean(start, input.count, from: 0) else { return false }
            append(base, upTo: Int(base.layout.authorityEnd), input, to: &output)
            return true
        case UInt8(ascii: "#"):
            guard let base, !base.layout.hasOpaquePath, isClean(start, input.count, from: 0) else { return false }
            append(base, upTo: base.layout.queryEnd(length: base.href.utf8.count), input, to: &output)
            return true
        default:
            return appendRelative(input, start, base: base, to: &output)
        }
    }

    /// Resolves a URL with a host, with or without a scheme before its `//`.
    private static func appendAuthority(
        _ input: UnsafeBufferPointer<UInt8>, _ start: UnsafePointer<UInt8>, from hostStart: Int, scheme: Int = 0,
        of base: WebURL? = nil, to output: inout [UInt8]
    ) -> Bool {
        guard let hostEnd = hostEnd(of: input, from: hostStart), isClean(start, input.count, from: hostEnd) else {
            return false
        }
        if let base { append(base, upTo: scheme + 1, input, to: &output) } else { output.append(contentsOf: input) }
        if hostEnd == input.count { output.append(UInt8(ascii: "/")) }
        return true
    }

    /// Resolves a URL with an opaque path: its scheme is not special and no slash follows the colon.
    private static func appendOpaque(
        _ input: UnsafeBufferPointer<UInt8>, colon: Int, to output: inout [UInt8]
    ) -> Bool {
        let scheme = UnsafeBufferPointer(rebasing: input[..<colon])
        guard let first = scheme.first, first &- UInt8(ascii: "a") < 26,
            scheme.allSatisfy({ $0 &- UInt8(ascii: "a") < 26 || $0 == UInt8(ascii: "-") }),
            colon + 1 < input.count, input[colon + 1] != UInt8(ascii: "/"), !SchemeKind(scheme).isSpecial
        else { return false }
        output.append(contentsOf: input)
        return true
    }

    /// Resolves a path that begins with a name against the directory of the base URL.
    private static func appendRelative(
        _ input: UnsafeBufferPointer<UInt8>, _ start: UnsafePointer<UInt8>, base: WebURL?, to output: inout [UInt8]
    ) -> Bool {
        guard input[0] != UInt8(ascii: "?"), isClean(start, input.count, from: 0) else { return false }
        for (position, byte) in input.enumerated() {
            if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { break }
            if byte == UInt8(ascii: ":") { return appendOpaque(input, colon: position, to: &output) }
        }
        guard let base, base.layout.scheme.isSpecial, base.layout.scheme != .file else { return false }
        var href = base.href
        return href.withUTF8 { bytes in
            var end = base.layout.pathEnd(length: bytes.count)
            while end > Int(base.layout.pathStart), bytes[end - 1] != UInt8(ascii: "/") { end -= 1 }
            guard end > Int(base.layout.pathStart) else { return false }
            output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[..<end]))
            output.append(contentsOf: input)
            return true
        }
    }

    private static func append(
        _ base: WebURL, upTo end: Int, _ input: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]
    ) {
        var href = base.href
        href.withUTF8 { output.append(contentsOf: UnsafeBufferPointer(rebasing: $0[..<end])) }
        output.append(contentsOf: input)
    }

    private static func isClean(_ start: UnsafePointer<UInt8>, _ count: Int, from offset: Int) -> Bool {
        leftoff_is_clean_path(start + offset, count - offset)
    }

    /// Returns the offset of the host after `http://` or `https://`; nil for other schemes.
    private static func hostStart(of input: UnsafeBufferPointer<UInt8>) -> Int? {
        guard input.count > 8, input[1] == UInt8(ascii: "t"), input[2] == UInt8(ascii: "t"),
            input[3] == UInt8(ascii: "p")
        else { return nil }
        let colon = input[4] == UInt8(ascii: "s") ? 5 : 4
        guard input[colon] == UInt8(ascii: ":"), input[colon + 1] == UInt8(ascii: "/"),
            input[colon + 2] == UInt8(ascii: "/")
        else { return nil }
        return colon + 3
    }

    /// Returns the end of a host that is a lower-case name and is followed by a path or nothing; nil for any other
    /// host.
    private static func hostEnd(of input: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var position = start
        var labelStart = start
        while position < input.count, input[position] != UInt8(ascii: "/") {
            let byte = input[position]
            if byte == UInt8(ascii: ".") {
                labelStart = position + 1
            } else if byte &- UInt8(ascii: "a") >= 26, byte &- UInt8(ascii: "0") >= 10, byte != UInt8(ascii: "-") {
                return nil
            }
            // A label in Punycode must be checked.
            if byte == UInt8(ascii: "-"), position == labelStart + 2 || position == labelStart + 3 { return nil }
            position += 1
        }
        // If the last label starts with a digit, the host may be an IPv4 address. If it is empty, it is the DNS root.
        guard position > labelStart, input[labelStart] &- UInt8(ascii: "a") < 26 else {
            return nil
        }
        return position
    }
}
