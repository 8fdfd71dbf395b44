import Foundation
import Syntax
package import WHATWGURL

/// Safe file names, derived from names that users, servers and URLs propose.
package enum FileName {
    /// The maximum length of a name in bytes.
    ///
    /// File systems allow 255 bytes. The rest is reserved for the suffixes of part files and quarantined files, and for
    /// a number in parentheses.
    static let byteLimit = 220

    /// Returns a safe name from a URL: the last component of its path, otherwise `index.html`.
    package static func named(by url: WebURL) -> String { inPath(of: url) ?? "index.html" }

    /// Returns a safe name from the last component of a URL's path; nil if nothing safe remains.
    package static func inPath(of url: WebURL) -> String? { safe(proposal(of: url)) }

    /// Returns true if the last component of a URL's path is a name that must not be left to another program.
    ///
    /// Such a program would take the component as it is. The file would be hidden, or its name would look like an
    /// option or a home directory.
    package static func isDangerous(inPathOf url: WebURL) -> Bool {
        guard let first = proposal(of: url).utf8.first else { return false }
        return first == UInt8(ascii: "-") || first == UInt8(ascii: "~") || first == UInt8(ascii: ".")
    }

    /// Returns the last component of a URL's path, decoded if it is UTF-8.
    private static func proposal(of url: WebURL) -> String {
        let path = url.path
        let last = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
        let decoded = PercentEncoding.decode(last.utf8)
        return String(validating: decoded, as: UTF8.self) ?? String(last)
    }

    /// The ends of the names of Leftoff's own files beside a download: part files, staged and quarantined files, and
    /// receipts.
    ///
    /// A download with such a name would be taken for one of them.
    private static let ownSuffixes = [
        ".leftoff-part", ".leftoff-staged", ".leftoff-quarantined", ".leftoff-receipt.json",
    ]

    /// Returns a safe name for a name that a server, a link or a list proposes.
    ///
    /// In addition to the rules of ``chosen(_:)``, a name that begins with a hyphen or a tilde gets an underscore at
    /// its start. Otherwise programs would take it for an option, as in `rm *`, or shells for a home directory.
    ///
    /// - Parameter name: A name from an untrusted source.
    /// - Returns: A name that is valid in every common file system, in composed form (NFC); nil if nothing remains.
    package static func safe(_ name: String) -> String? {
        guard let name = chosen(name), let first = name.utf8.first else { return nil }
        return first == UInt8(ascii: "-") || first == UInt8(ascii: "~") ? chosen("_" + name) : name
    }

    /// Returns a safe name for a name that the user has chosen, which may begin with a hyphen.
    ///
    /// Everything up to the last separator (`/` or `\`) is removed, so `../../evil` becomes `evil`. Control and format
    /// characters, and leading and trailing dots and spaces, are removed. Characters that other systems reserve become
    /// `_`, and so does the dot before the suffixes of Leftoff's own files.
    ///
    /// - Parameter name: The name as the user typed it.
    /// - Returns: A name that is valid in every common file system, in composed form (NFC); nil if nothing remains.
    package static func chosen(_ name: String) -> String? {
        if isPlain(name) { return name }
        var kept = String.UnicodeScalarView()
        for scalar in ends(of: lastComponent(of: name).unicodeScalars).streamSafe.unicodeScalars {
            switch scalar.properties.generalCategory {
            // Format characters include those that change the direction of text, which can disguise an extension.
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: continue
            // An ignorable character, such as the Hangul filler, is invisible even if it counts as a letter.
            default:
                if scalar.properties.isNoncharacterCodePoint || scalar.properties.isDefaultIgnorableCodePoint {
                    continue
                }
            }
            kept.append("<>:\"|?*".unicodeScalars.contains(scalar) ? "_" : scalar)
        }
        let plain = trimmed(kept)
        // ASCII is already composed. This check avoids loading Foundation's tables.
        let text = plain.utf8.allSatisfy { $0 < 0x80 } ? plain : plain.precomposedStringWithCanonicalMapping
        guard !text.isEmpty else { return nil }
        let name = shortened(isReserved(text) ? "_\(text)" : text)
        return withoutOwnSuffix(name)
    }

    /// Returns the part of a name after the last separator (`/` or `\`).
    package static func lastComponent(of name: String) -> Substring {
        let separator = name.utf8.lastIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        return name[(separator.map(name.utf8.index(after:)) ?? name.startIndex)...]
    }

    /// Returns the start of a name and its end with the extension, from which the name is made.
    ///
    /// Lists and responses may contain names of megabytes, of which only these characters are examined and composed.
    private static func ends(of name: Substring.UnicodeScalarView) -> String {
        let start = name.prefix(4_096)
        return String(String.UnicodeScalarView(Array(start) + name[start.endIndex...].suffix(64)))
    }

    /// Removes dots and spaces from both ends.
    private static func trimmed(_ name: String.UnicodeScalarView) -> String {
        let isEdge: (Unicode.Scalar) -> Bool = { $0 == "." || $0.properties.isWhitespace }
        return String(
            String.UnicodeScalarView(name.drop(while: isEdge).reversed().drop(while: isEdge).reversed()))
    }

    /// Replaces the dot before a suffix of Leftoff's own files, in any case.
    private static func withoutOwnSuffix(_ name: String) -> String {
        guard let count = ownSuffixLength(of: name) else { return name }
        let stem = String(decoding: name.utf8.dropLast(count), as: UTF8.self)
        return "\(stem)_\(String(decoding: name.utf8.suffix(count - 1), as: UTF8.self))"
    }

    /// Returns the length in bytes of the end of a name that marks Leftoff's own files; nil for any other name.
    private static func ownSuffixLength(of name: String) -> Int? {
        for suffix in ownSuffixes {
            let count = suffix.utf8.count
            // Only letters have an upper case. The dot and the hyphen already have the bit that makes a letter lower
            // case, and a name contains no control characters.
            if name.utf8.suffix(count).elementsEqual(suffix.utf8, by: { $0 | 0x20 == $1 }) { return count }
        }
        return nil
    }

    /// Returns a name with a number, `name (1).ext`, for a name that is already used.
    ///
    /// - Parameters:
    ///   - name: A safe name.
    ///   - number: 0 for the name itself.
    /// - Returns: The numbered name.
    package static func numbered(_ name: String, _ number: Int) -> String {
        guard number > 0 else { return name }
        let (stem, suffix) = split(name)
        return "\(stem) (\(number))\(suffix)"
    }

    /// Returns true if a name is equal to another one, or to that one with a number.
    ///
    /// - Parameters:
    ///   - name: A safe name.
    ///   - base: The name that may have been numbered.
    /// - Returns: True for `name.ext` and `name (12).ext` if the base is `name.ext`.
    package static func isNumbering(_ name: String, of base: String) -> Bool {
        if name == base { return true }
        let (stem, suffix) = split(base)
        guard name.hasPrefix("\(stem) ("), name.hasSuffix(")\(suffix)") else { return false }
        let digits = name.utf8.dropFirst(stem.utf8.count + 2).dropLast(suffix.utf8.count + 1)
        return !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Splits a name before its extension; `.tar.gz` and similar ones count as a single extension.
    private static func split(_ name: String) -> (stem: Substring, suffix: Substring) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name[...], "") }
        let stem = name[..<dot]
        if stem.hasSuffix(".tar"), stem.count > 4 {
            let tar = name.index(dot, offsetBy: -4)
            return (name[..<tar], name[tar...])
        }
        return (stem, name[dot...])
    }

    /// Shortens a name to the limit at a character boundary, and keeps its extension if that is short.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > byteLimit else { return name }
        var (stem, suffix) = split(name)
        // A long extension is not treated as one.
        if suffix.utf8.count > 32 { (stem, suffix) = (name[...], "") }
        let room = byteLimit - suffix.utf8.count
        // Characters are counted from the start: their number is bounded there, and their end is found at once.
        let end = stem.indices.first { stem.utf8.distance(from: stem.startIndex, to: stem.index(after: $0)) > room }
        stem = stem[..<(end ?? stem.endIndex)]
        // A single character with thousands of combining marks can exceed the limit.
        guard !stem.isEmpty else { return "download\(suffix)" }
        // The cut may be behind a dot or a space.
        return trimmed("\(stem)\(suffix)".unicodeScalars)
    }

    /// Returns true for a name that is certainly safe: letters, digits, dots, hyphens and underscores that form no
    /// device name.
    private static func isPlain(_ name: String) -> Bool {
        guard (5...byteLimit).contains(name.utf8.count), name.utf8.first != UInt8(ascii: "."),
            name.utf8.last != UInt8(ascii: ".")
        else { return false }
        // The names of Leftoff's own files are long.
        if name.utf8.count > 13, ownSuffixLength(of: name) != nil { return false }
        // Names of devices have at most four characters before the first dot.
        var stem = 0
        var isInStem = true
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                if isInStem { stem += 1 }
            case UInt8(ascii: "."): isInStem = false
            default: return false
            }
        }
        return stem > 4
    }

    private static func isReserved(_ name: String) -> Bool {
        // Windows reserves these names with any extension, and ignores spaces before the extension.
        var stem = name.prefix { $0 != "." }.uppercased()
        while stem.last?.isWhitespace == true { stem.removeLast() }
        if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(stem) { return true }
        return stem.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT")) && stem.last?.isNumber == true
    }
}

/// A set of the file names in a list, which makes every new name unique.
///
/// If two files have the same name, a downloader overwrites the first one, or numbers them in the order in which they
/// arrive.
package struct UniqueNames: Sendable {
    /// The default number of names that are remembered; they take up 16 MiB.
    private static let rememberedCount = 750_000

    private let limit: Int
    /// The next number of each remembered name.
    ///
    /// The keys are hashes, because lists have millions of names. If two names have the same hash, the second one gets
    /// a number.
    private var nextNumbers: [Int: Int] = [:]
    /// The last number that was appended to a name that is not remembered.
    private var lastNumber: Int

    /// Creates an empty set.
    ///
    /// - Parameter limit: The number of names that are remembered. Each further name gets a number of its own, even if
    ///   it is unique.
    package init(limit: Int = rememberedCount) {
        self.limit = limit
        lastNumber = limit
    }

    /// Inserts a name and makes it unique.
    ///
    /// - Parameter name: A safe name.
    /// - Returns: The name, or the name with the first unused number. Case is ignored, as in many file systems.
    package mutating func insert(_ name: String) -> String {
        guard nextNumbers.count < limit else { return numbered(name) }
        let key = Self.key(of: name)
        guard var number = nextNumbers[key] else {
            nextNumbers[key] = 1
            return name
        }
        while true {
            let numbered = FileName.numbered(name, number)
            number += 1
            let numberedKey = Self.key(of: numbered)
            guard nextNumbers[numberedKey] == nil else { continue }
            nextNumbers[numberedKey] = 1
            nextNumbers[key] = number
            return numbered
        }
    }

    /// Returns a name with a number that no other name has; numbers that would produce a remembered name are skipped.
    private mutating func numbered(_ name: String) -> String {
        while true {
            lastNumber += 1
            let numbered = FileName.numbered(name, lastNumber)
            if nextNumbers[Self.key(of: numbered)] == nil { return numbered }
        }
    }

    private static func key(of name: String) -> Int { name.lowercased().hashValue }
}
