extension URLParser {
    /// Parses an authority and the text after it (authority, host, port and path start states).
    ///
    /// The output must end after the scheme's colon.
    mutating func parseAuthority(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
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
    mutating func openAuthority() {
        output.append("//")
        layout.hasAuthority = true
        layout.usernameEnd = position
        layout.hostStart = position
        layout.hostEnd = position
    }

    /// Ends the authority, or records its absence; the path starts at the end of the output.
    mutating func closeAuthority() {
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
