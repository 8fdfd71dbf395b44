/// The control characters that no text format writes, because a terminal or a parser could take them for a command.
enum ControlCharacters {
    /// Returns true if a value contains a control character (C0, DEL, C1) other than tab, line feed and carriage
    /// return.
    static func occur(in value: String) -> Bool {
        // Most values are plain ASCII.
        if value.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return false }
        return value.unicodeScalars.contains {
            switch $0 {
            case "\t", "\n", "\r": false
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": true
            default: false
            }
        }
    }
}
