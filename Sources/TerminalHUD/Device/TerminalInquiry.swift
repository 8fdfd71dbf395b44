package import Motion

/// What a terminal is asked about itself, and its answer.
///
/// Mode 2026 keeps a frame off the screen until it is complete. Terminals that don't know it may not even know the question, so
/// it is followed by one that all of them answer: once that answer is there, no other will come.
package struct TerminalInquiry: Sendable {
    /// DECRQM of mode 2026, then DA1.
    package static let question = "\u{1B}[?2026$p\u{1B}[c"
    /// OSC 11: which colour the background has, that what fades can be mixed with it.
    package static let backgroundQuestion = "\u{1B}]11;?\u{1B}\\"
    /// How long answers are waited for.
    package static let patience = Duration.milliseconds(300)

    /// Whether the terminal knows mode 2026.
    package private(set) var knowsSynchronizedUpdates = false
    /// The background's colour; nil if the terminal doesn't say.
    package private(set) var background: RGBColor?
    /// Whether the last answer has come.
    package private(set) var isComplete = false
    private var sequence: [UInt8] = []

    /// Makes an inquiry that has no answer yet.
    package init() {}

    /// Takes bytes of the answer, which may break off anywhere.
    ///
    /// - Parameter bytes: What was read.
    package mutating func take(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if byte == 0x1B || byte == 0x07 {
                // Either ends a command; the first begins the next sequence too.
                if sequence.count > 1, sequence[1] == UInt8(ascii: "]") {
                    understand(command: String(decoding: sequence.dropFirst(2), as: UTF8.self))
                }
                sequence = byte == 0x1B ? [byte] : []
            } else if sequence.count == 1 {
                let isKnown = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
                sequence = isKnown ? sequence + [byte] : []
            } else if sequence.count > 1, sequence[1] == UInt8(ascii: "]") {
                sequence = sequence.count > 64 ? [] : sequence + [byte]
            } else if !sequence.isEmpty {
                sequence.append(byte)
                guard (0x40...0x7E).contains(byte) || sequence.count > 64 else { continue }
                understand(String(decoding: sequence.dropFirst(2), as: UTF8.self))
                sequence = []
            }
        }
    }

    /// Takes `11;rgb:RRRR/GGGG/BBBB`, each with one to four hexadecimal digits (XParseColor).
    private mutating func understand(command: String) {
        guard command.hasPrefix("11;rgb:") || command.hasPrefix("11;rgba:") else { return }
        let parts = command.drop { $0 != ":" }.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        let values = parts.prefix(3).compactMap { part -> UInt8? in
            guard (1...4).contains(part.utf8.count), let value = Int(part, radix: 16), value >= 0 else { return nil }
            let most = (1 << (4 * part.utf8.count)) - 1
            return UInt8((value * 255 + most / 2) / most)
        }
        if values.count == 3 { background = RGBColor(values[0], values[1], values[2]) }
    }

    private mutating func understand(_ answer: String) {
        if answer.hasPrefix("?2026;"), answer.hasSuffix("$y") {
            // 1 and 2: set and not; 3: always set. 0: unknown, 4: never set.
            knowsSynchronizedUpdates = ["1", "2", "3"].contains(answer.dropFirst(6).dropLast(2))
        } else if answer.hasPrefix("?"), answer.hasSuffix("c") {
            isComplete = true
        }
    }
}
