extension URLParser {
    /// Parses the text after the scheme of a file URL (file and file slash states).
    ///
    /// The output must end after the scheme's colon.
    mutating func parseFile(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
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
    static func isDriveLetter(_ text: UnsafeBufferPointer<UInt8>, normalizedOnly: Bool) -> Bool {
        guard text.count == 2, (text[0] | 0x20) &- UInt8(ascii: "a") < 26 else { return false }
        return text[1] == UInt8(ascii: ":") || (!normalizedOnly && text[1] == UInt8(ascii: "|"))
    }

    /// Returns true if a text is a Windows drive letter or starts with one and a slash.
    private static func startsWithDriveLetter(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count >= 2, isDriveLetter(text.extracting(0..<2), normalizedOnly: false) else { return false }
        return text.count == 2 || text[2] == UInt8(ascii: "/") || text[2] == UInt8(ascii: "\\")
    }
}
