import FoundationEssentials
import Motion

/// Keys with their times, one on a line such as `1.5 left`; what follows a `#` is a remark.
struct ZenScript {
    /// The keys in the order of their times.
    let keys: [(time: MediaTime, key: ZenGame.Key)]

    /// Reads a script.
    ///
    /// - Parameters:
    ///   - text: The lines.
    ///   - name: What the script is called in errors.
    /// - Throws: `CommandFailure` (malformed input) if a line is none.
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
                    why: "a time, not before the last one, and left, right, up, down or choose are wanted",
                    status: .malformedInput)
            }
            keys.append((time, key))
        }
        self.keys = keys
    }
}
