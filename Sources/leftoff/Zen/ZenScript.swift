import FoundationEssentials
import Motion

/// A list of key presses for the game, one per line, such as `1.5 left`; a `#` starts a comment.
struct ZenScript {
    /// The keys in the order of their times.
    let keys: [(time: MediaTime, key: ZenGame.Key)]

    /// Parses a script.
    ///
    /// - Parameters:
    ///   - text: The content of the script file.
    ///   - name: The name of the script in error messages.
    /// - Throws: `CommandFailure` (malformed input) for the first malformed line.
    init(_ text: String, name: String) throws {
        var keys: [(time: MediaTime, key: ZenGame.Key)] = []
        for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let content = line.split(separator: "#", omittingEmptySubsequences: false).first ?? ""
            let words = content.split(whereSeparator: \.isWhitespace)
            if words.isEmpty { continue }
            guard words.count == 2, let time = Double(words[0]), time.isFinite, time >= keys.last?.time ?? 0,
                let key = ZenGame.Key(rawValue: String(words[1]))
            else {
                throw CommandFailure(
                    what: "\(name), line \(number + 1)",
                    why: "expected a time, not before the previous one, and left, right, up, down or choose",
                    status: .malformedInput)
            }
            keys.append((time, key))
        }
        self.keys = keys
    }
}
