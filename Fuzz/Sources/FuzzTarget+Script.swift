import LinkHarvest

extension FuzzTarget {
    /// Harvests the strings of a script in parts, whose length the first byte determines.
    static let script = FuzzTarget(name: "script") { bytes in
        guard let first = bytes.first else { return }
        let script = Array(bytes.dropFirst())
        let page = Array("<script>".utf8) + script
        let whole = scriptHarvest(page)
        let parts = scriptHarvest(page, cutInto: Int(first) % 100 + 1)
        expect(whole == parts, "is the same in parts: \(whole.map(\.raw)) and \(parts.map(\.raw))")
        // The input may contain `</script`, which ends the script; HTML follows.
        guard !script.contains(UInt8(ascii: "<")) else { return }
        for link in whole {
            expect(isAddress(link.raw), "is an address: \(link.raw.debugDescription)")
            expect(link.element == "script" && link.kind == .script, "is of the script: \(link)")
        }
        checkNeighbours(of: script, whole.map(\.raw))
        checkStrings(script)
    }

    /// Checks that a string before the script is found and changes nothing after it, and that a later script is
    /// separate.
    private static func checkNeighbours(of script: [UInt8], _ found: [String]) {
        let around = scriptHarvest(
            Array("<script>'/before';".utf8) + script + Array("</script><script>'/behind'</script>".utf8))
        let plain = scriptHarvest(Array("<script>;".utf8) + script)
        expect(
            around.map(\.raw) == ["/before"] + plain.map(\.raw) + ["/behind"],
            "is the same between others: \(around.map(\.raw)), not \(plain.map(\.raw))")
    }

    /// Checks that strings whose units are all escaped are found if and only if they are URLs.
    private static func checkStrings(_ bytes: [UInt8]) {
        let texts = bytes.split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        var script = "["
        for text in texts {
            script += "\""
            for unit in text.utf16 {
                let digits = String(unit, radix: 16)
                script += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
            script += "\","
        }
        let found = scriptHarvest(Array("<script>\(script)]".utf8)).map(\.raw)
        let expected = texts.filter(isAddress)
        expect(found == expected, "are those of the strings: \(found), not \(expected)")
    }

    private static func scriptHarvest(_ page: [UInt8], cutInto partLength: Int? = nil) -> [HarvestedLink] {
        harvest(page, keepsDuplicates: true, scriptStrings: true, cutInto: partLength)
    }

    /// Returns true if a text is a URL by the rules of `docs/links.md`, which are implemented here a second time.
    private static func isAddress(_ text: String) -> Bool {
        func isLetterOrDigit(_ byte: UInt8) -> Bool {
            byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        }
        let bytes = Array(text.utf8)
        let signs = Array("\"<>\\^`{|}".utf8)
        guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F && !signs.contains($0) }) else { return false }
        let lowered = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        let ends = Array("/?#".utf8)
        func isHost(_ host: some BidirectionalCollection<UInt8>) -> Bool {
            guard let first = host.first, let last = host.last else { return false }
            return first == UInt8(ascii: "[")
                || isLetterOrDigit(first)
                    && (isLetterOrDigit(last) || last == UInt8(ascii: "."))
        }
        for scheme in ["http://", "https://"] where lowered.starts(with: scheme.utf8) {
            return isHost(bytes.dropFirst(scheme.utf8.count).prefix { !ends.contains($0) })
        }
        guard bytes.first == UInt8(ascii: "/") else { return false }
        if bytes.dropFirst().first != UInt8(ascii: "/") { return bytes.contains(where: isLetterOrDigit) }
        let host = bytes.dropFirst(2).prefix { !ends.contains($0) && $0 != UInt8(ascii: ":") }
        return host.contains(UInt8(ascii: ".")) && isHost(host)
    }
}
