/// Whether the program's arguments are what they seem.
///
/// Swift replaces what is not UTF-8 in them: a path would be another one.
enum ArgumentEncoding {
    /// Refuses arguments that are not UTF-8.
    ///
    /// - Parameter paths: The arguments whose bytes are used as they are.
    /// - Throws: `CommandFailure` (usage) that names the first one by its number.
    static func check(exceptFor paths: @autoclosure () -> [String]) throws {
        // Few commands have such a character, and what it stands for is looked up only then.
        let replacement: Unicode.Scalar = "\u{FFFD}"
        let isReplaced = { (text: String) in
            text.utf8.contains(0xEF) && text.unicodeScalars.contains(replacement)
        }
        guard CommandLine.arguments.contains(where: isReplaced) else { return }
        var paths = paths()
        for (number, bytes) in CommandLine.rawArguments.enumerated().dropFirst() {
            guard String(validating: bytes, as: UTF8.self) == nil else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            if let index = paths.firstIndex(of: text) {
                paths.remove(at: index)
                continue
            }
            throw CommandFailure(
                what: "usage", why: "argument \(number), '\(text)', is not UTF-8 text and cannot be used",
                status: .usage)
        }
    }
}
