/// A check that the program's arguments are UTF-8.
///
/// Swift replaces bytes that are not UTF-8, so a path with such bytes would name another file.
enum ArgumentEncoding {
    /// Checks that all arguments are UTF-8.
    ///
    /// - Parameter paths: The arguments that need not be UTF-8, because the command uses their raw bytes.
    /// - Throws: `CommandFailure` (usage) with the number of the first argument that is not UTF-8.
    static func check(exceptFor paths: @autoclosure () -> [String]) throws {
        // The raw bytes are inspected only if an argument contains the replacement character, which is rare.
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
