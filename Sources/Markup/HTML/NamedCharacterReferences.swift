/// The named character references of the HTML Standard, by name.
enum NamedCharacterReferences {
    /// The length of the longest name in bytes.
    static let longestName = 31
    /// The length of the longest name that needs no semicolon, in bytes.
    static let longestBareName = 6

    /// Returns the text for a name that is followed by a semicolon.
    ///
    /// - Parameter name: The name without `&` and `;`.
    /// - Returns: The text; nil if there is no such name.
    static func text(for name: String) -> String? {
        common[name] ?? all.texts[name]
    }

    /// Returns the text for a name without a semicolon.
    ///
    /// - Parameter name: The name without `&`.
    /// - Returns: The text; nil if there is no such name or it needs its semicolon.
    static func text(forBare name: String) -> String? {
        all.bareNames.contains(name) ? all.texts[name] : nil
    }

    /// The most frequent references.
    ///
    /// The full list takes time to decode and is rarely needed.
    private static let common = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "nbsp": "\u{A0}", "apos": "'"]

    private static let all: (texts: [String: String], bareNames: Set<String>) = {
        var texts: [String: String] = [:]
        texts.reserveCapacity(2200)
        var bareNames: Set<String> = []
        let list = NamedCharacterReferenceList.text
        let bytes = UnsafeBufferPointer(start: list.utf8Start, count: list.utf8CodeUnitCount)
        for entry in bytes.split(whereSeparator: ASCII.isWhitespace) {
            let parts = entry.split(separator: UInt8(ascii: "="))
            guard parts.count == 2 else { continue }
            var name = parts[0]
            if name.last == UInt8(ascii: "*") {
                name.removeLast()
                bareNames.insert(String(decoding: name, as: UTF8.self))
            }
            var text = String.UnicodeScalarView()
            for number in parts[1].split(separator: UInt8(ascii: "+")) {
                let value = number.reduce(0) { $0 * 16 + UInt32(ASCII.hexValue($1) ?? 0) }
                if let scalar = Unicode.Scalar(value) { text.append(scalar) }
            }
            texts[String(decoding: name, as: UTF8.self)] = String(text)
        }
        return (texts, bareNames)
    }()
}
