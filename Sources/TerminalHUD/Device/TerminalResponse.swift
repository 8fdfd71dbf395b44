package import Motion

/// A terminal's response to a `TerminalQuery`, parsed as its bytes arrive.
///
/// Terminals respond in the order of the requests. A terminal that does not support mode 2026 may ignore the request
/// for it. Every terminal responds to DA1, so that response marks the end.
package struct TerminalResponse: Sendable {
    /// True if the terminal supports synchronized updates (mode 2026), which show each frame only when it is complete.
    package private(set) var supportsSynchronizedUpdates = false
    /// The background color; nil if the terminal has not reported it.
    package private(set) var background: RGBColor?
    /// True if the last part of the response has arrived.
    package private(set) var isComplete = false
    private var sequence: [UInt8] = []

    /// Creates an empty response.
    package init() {}

    /// Parses bytes of the response, which may be split anywhere; other bytes, such as typed text, are skipped.
    package mutating func receive(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if byte == 0x1B || byte == 0x07 {
                // ESC and BEL both end an OSC sequence; ESC also begins the next sequence.
                if sequence.count > 1, sequence[1] == UInt8(ascii: "]") {
                    parseOSC(String(decoding: sequence.dropFirst(2), as: UTF8.self))
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
                parseCSI(String(decoding: sequence.dropFirst(2), as: UTF8.self))
                sequence = []
            }
        }
    }

    /// Parses `11;rgb:RRRR/GGGG/BBBB`, each part with one to four hexadecimal digits (XParseColor).
    private mutating func parseOSC(_ text: String) {
        guard text.hasPrefix("11;rgb:") || text.hasPrefix("11;rgba:") else { return }
        let parts = text.drop { $0 != ":" }.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        let values = parts.prefix(3).compactMap { part -> UInt8? in
            guard (1...4).contains(part.utf8.count), let value = Int(part, radix: 16), value >= 0 else { return nil }
            let most = (1 << (4 * part.utf8.count)) - 1
            return UInt8((value * 255 + most / 2) / most)
        }
        if values.count == 3 { background = RGBColor(values[0], values[1], values[2]) }
    }

    /// Parses a mode report (DECRPM) or the device attributes (DA1).
    private mutating func parseCSI(_ text: String) {
        if text.hasPrefix("?2026;"), text.hasSuffix("$y") {
            // 1: set, 2: reset, 3: permanently set. 0: not recognized, 4: permanently reset.
            supportsSynchronizedUpdates = ["1", "2", "3"].contains(text.dropFirst(6).dropLast(2))
        } else if text.hasPrefix("?"), text.hasSuffix("c") {
            isComplete = true
        }
    }
}
