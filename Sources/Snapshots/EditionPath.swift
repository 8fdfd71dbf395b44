/// The forms of the paths under which archives and AMP caches show pages.
enum EditionPath {
    /// Returns the address in a path of the Wayback Machine: `/web/DIGITS[flags_]/ADDRESS`.
    ///
    /// - Parameter path: The path and the query.
    /// - Returns: The rest of the path; nil if it has another form.
    static func wayback(_ path: String) -> String? {
        guard let rest = afterPrefix(["/web/"], path) else { return nil }
        let digits = rest.utf8.prefix(while: isDigit).count
        guard (4...14).contains(digits) else { return nil }
        var after = rest.utf8.dropFirst(digits)
        if Array(after.prefix(3)).last == UInt8(ascii: "_"),
            after.prefix(2).allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
        {
            after = after.dropFirst(3)
        }
        guard after.first == UInt8(ascii: "/"), after.count > 1 else { return nil }
        return String(Substring(after.dropFirst()))
    }

    /// Returns the address in a path of archive.today: `/TIME/ADDRESS`, `/newest/ADDRESS` or `/o/ID/ADDRESS`.
    ///
    /// - Parameter path: The path and the query.
    /// - Returns: The rest of the path; nil if it has another form.
    static func archiveToday(_ path: String) -> String? {
        guard let rest = afterPrefix(["/o/", "/"], path), let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) else {
            return nil
        }
        let name = rest.utf8[..<slash]
        let isKnown =
            path.hasPrefix("/o/")
            ? !name.isEmpty && name.allSatisfy { isWord($0) && $0 != UInt8(ascii: "_") }
            : isTime(name) || ["newest", "oldest"].contains(Substring(name))
        let address = rest.utf8[slash...].dropFirst()
        return isKnown && !address.isEmpty ? String(Substring(address)) : nil
    }

    /// Returns true for `20240102030405` and `2024.01.02-030405`.
    private static func isTime(_ name: Substring.UTF8View) -> Bool {
        if name.count == 14 { return name.allSatisfy(isDigit) }
        let separators: [Int: UInt8] = [4: UInt8(ascii: "."), 7: UInt8(ascii: "."), 10: UInt8(ascii: "-")]
        return name.count == 17
            && name.enumerated().allSatisfy { index, byte in
                separators[index].map { $0 == byte } ?? isDigit(byte)
            }
    }

    /// Returns the rest of a path after the first of the prefixes that it has; nil if the rest is empty.
    static func afterPrefix(_ prefixes: [String], _ path: String) -> String? {
        guard let prefix = prefixes.first(where: { path.hasPrefix($0) }) else { return nil }
        return path.utf8.count > prefix.utf8.count ? String(path.dropFirst(prefix.count)) : nil
    }

    /// Returns true for Google's host in any country: `www.google.com`, `www.google.de`, `www.google.co.uk`.
    static func isGoogle(_ host: String) -> Bool {
        guard host.hasPrefix("www.google.") else { return false }
        let labels = host.dropFirst("www.google.".count).split(separator: ".", omittingEmptySubsequences: false)
        let isCountry = { (label: Substring) in
            label.utf8.count == 2 && label.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        }
        switch labels.count {
        case 1: return labels[0] == "com" || isCountry(labels[0])
        case 2: return (labels[0] == "co" || labels[0] == "com") && isCountry(labels[1])
        default: return false
        }
    }

    /// Returns true if a text begins with a host of at least two labels, which ends at a port, a path or the end.
    static func beginsWithHost(_ text: String) -> Bool {
        var rest = text.utf8[...]
        var labels = 0
        while true {
            let length = rest.prefix { isWord($0) || $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "-") }.count
            if length == 0 { break }
            labels += 1
            rest = rest.dropFirst(length)
            guard rest.first == UInt8(ascii: ".") else { break }
            rest = rest.dropFirst()
        }
        guard labels >= 2 else { return false }
        if rest.first == UInt8(ascii: ":") {
            let digits = rest.dropFirst().prefix(while: isDigit).count
            guard (1...5).contains(digits) else { return false }
            rest = rest.dropFirst(1 + digits)
        }
        guard let next = rest.first else { return true }
        return next == UInt8(ascii: "/") || next == UInt8(ascii: "?") || next == UInt8(ascii: "#")
    }

    /// Returns true for ASCII letters, digits and the underscore.
    static func isWord(_ byte: UInt8) -> Bool {
        let letter = byte | 0x20
        return isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) || byte == UInt8(ascii: "_")
    }

    /// Returns true for ASCII hexadecimal digits.
    static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
