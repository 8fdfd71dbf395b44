import Foundation
package import WHATWGURL

/// Names for files, made from what people, servers and addresses say.
package enum FileName {
    /// The longest name in bytes.
    ///
    /// A name of 255 bytes is the limit of file systems; the part suffix, a number in parentheses and the quarantine
    /// suffix have to fit behind it.
    package static let byteLimit = 220

    /// Chooses a file's name.
    ///
    /// - Parameters:
    ///   - chosen: The name that a person chose.
    ///   - disposition: The value of the response's Content-Disposition.
    ///   - url: The address that was asked for.
    /// - Returns: A safe base name: the first of the three that leaves anything, else the host, else `download`.
    package static func choose(chosen: String?, disposition: String?, url: WebURL) -> String {
        if let name = chosen.flatMap(safe) { return name }
        if let name = disposition.flatMap(ContentDisposition.fileName).flatMap(safe) { return name }
        let last = url.path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        let decoded = PercentEncoding.decode(last)
        if let name = safe(String(validating: decoded, as: UTF8.self) ?? last) { return name }
        return safe(url.hostname) ?? "download"
    }

    /// Makes a base name safe.
    ///
    /// Separators of both kinds end what is before them, so `../../evil` is `evil`. Control and format characters,
    /// leading dots and blanks, and trailing dots and blanks go away; characters that other systems reserve become `_`.
    ///
    /// - Parameter name: Any text.
    /// - Returns: A name that is valid in every common file system, in composed form (NFC); nil when nothing is left.
    package static func safe(_ name: String) -> String? {
        let scalars = name.unicodeScalars
        let separator = scalars.lastIndex { $0 == "/" || $0 == "\\" }
        let base = scalars[(separator.map(scalars.index(after:)) ?? scalars.startIndex)...]
        var kept = String.UnicodeScalarView()
        for scalar in base {
            switch scalar.properties.generalCategory {
            // Format characters include those that turn the direction of text, which can disguise an extension.
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: continue
            default: break
            }
            kept.append("<>:\"|?*".unicodeScalars.contains(scalar) ? "_" : scalar)
        }
        let isEdge: (Unicode.Scalar) -> Bool = { $0 == "." || $0.properties.isWhitespace }
        let trimmed = kept.drop(while: isEdge).reversed().drop(while: isEdge).reversed()
        let text = String(String.UnicodeScalarView(trimmed)).precomposedStringWithCanonicalMapping
        guard !text.isEmpty else { return nil }
        return shortened(isReserved(text) ? "_\(text)" : text)
    }

    /// Returns a name with a number, `name (1).ext`, for the case that the name is taken.
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

    /// Tells whether a name is another one, or that one with a number.
    ///
    /// - Parameters:
    ///   - name: A safe name.
    ///   - base: The name that may have been numbered.
    /// - Returns: True for `name.ext` and `name (12).ext` of `name.ext`.
    static func isNumbering(_ name: String, of base: String) -> Bool {
        if name == base { return true }
        let (stem, suffix) = split(base)
        guard name.hasPrefix("\(stem) ("), name.hasSuffix(")\(suffix)") else { return false }
        let digits = name.utf8.dropFirst(stem.utf8.count + 2).dropLast(suffix.utf8.count + 1)
        return !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Splits a name before its extension, `.tar.gz` and the like in one piece.
    private static func split(_ name: String) -> (stem: Substring, suffix: Substring) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name[...], "") }
        let stem = name[..<dot]
        if stem.hasSuffix(".tar"), stem.count > 4 {
            let tar = name.index(dot, offsetBy: -4)
            return (name[..<tar], name[tar...])
        }
        return (stem, name[dot...])
    }

    /// Cuts a name to the limit between characters, keeping its extension if that is short.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > byteLimit else { return name }
        var (stem, suffix) = split(name)
        // A long extension is no extension.
        if suffix.utf8.count > 32 { (stem, suffix) = (name[...], "") }
        while stem.utf8.count + suffix.utf8.count > byteLimit { stem = stem.dropLast() }
        // A single character can be longer than the limit, with thousands of combining marks.
        return stem.isEmpty ? "download\(suffix)" : "\(stem)\(suffix)"
    }

    private static func isReserved(_ name: String) -> Bool {
        // Device names of Windows, whatever extension follows; the file may lie on its file system.
        let stem = name.prefix { $0 != "." }.uppercased()
        if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
        return stem.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT")) && stem.last?.isNumber == true
    }
}
