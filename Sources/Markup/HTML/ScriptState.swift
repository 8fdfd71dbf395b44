import Syntax

/// The state of a script whose end tag may be hidden by `<!--` and `<script` (HTML Standard, 13.2.5.15 to 13.2.5.31).
struct ScriptState {
    private enum Level {
        /// The end tag ends the script.
        case plain
        /// After `<!--`; the end tag still ends the script.
        case escaped
        /// After `<!--` and `<script`: the end tag is text.
        case doublyEscaped
    }

    private var level = Level.plain
    /// The number of hyphens directly before the position.
    ///
    /// Two of them and a `>` end the escaped state.
    private var hyphens = 0
    /// The number of bytes after the position that have been read already.
    private var readAhead = 0

    /// Records the number of bytes that have been searched already and that the next call of `scan` receives again.
    mutating func pulledBack(by count: Int) { readAhead = count }

    /// Searches for the end tag.
    ///
    /// - Parameters:
    ///   - base: The first byte of the window.
    ///   - start: The start of the content that has not been consumed.
    ///   - end: The length of the window.
    ///   - isLast: True if the document ends with the window.
    ///   - name: The element's name.
    /// - Returns: The offset of the end tag's `<`. Without an end tag, the offset of incomplete markup, which the next
    ///   window must contain again; otherwise the end of the window.
    mutating func scan(
        _ base: UnsafePointer<UInt8>, from start: Int, end: Int, isLast: Bool, name: [UInt8]
    ) -> Int {
        var position = start + readAhead
        readAhead = 0
        while position < end {
            if level == .plain {
                guard let open = HTMLTokenizer.find("<", base, from: position, to: end) else { return end }
                position = open
            }
            let byte = base[position]
            switch byte {
            case UInt8(ascii: "-"):
                hyphens = min(2, hyphens + 1)
                position += 1
            case UInt8(ascii: ">"):
                if hyphens == 2 { level = .plain }
                hyphens = 0
                position += 1
            case UInt8(ascii: "<"):
                hyphens = 0
                switch HTMLTokenizer.isAtEndTag(
                    of: level == .doublyEscaped ? Self.script : name, base, position, end: end)
                {
                case .yes where level == .doublyEscaped:
                    level = .escaped
                    position += 2 + Self.script.count
                    continue
                case .yes: return position
                case .cutOff where !isLast: return position
                default: break
                }
                switch escape(base, position, end: end) {
                case .yes: position += level == .doublyEscaped ? 1 + Self.script.count : 4
                case .cutOff where !isLast: return position
                default: position += 1
                }
            default:
                hyphens = 0
                position += 1
            }
        }
        return end
    }

    /// Enters the next level of escaping if the text at an offset starts it.
    private mutating func escape(
        _ base: UnsafePointer<UInt8>, _ open: Int, end: Int
    ) -> HTMLTokenizer.EndTagMatch {
        switch level {
        case .doublyEscaped: return .no
        case .escaped:
            let match = HTMLTokenizer.isName(Self.script, base, open + 1, end: end)
            if match == .yes { level = .doublyEscaped }
            return match
        case .plain:
            for (offset, expected) in [UInt8(ascii: "!"), UInt8(ascii: "-"), UInt8(ascii: "-")].enumerated() {
                guard open + 1 + offset < end else { return .cutOff }
                guard base[open + 1 + offset] == expected else { return .no }
            }
            level = .escaped
            // Both hyphens may be followed by a `>`, which ends the escaped state.
            hyphens = 2
            return .yes
        }
    }

    private static let script = Array("script".utf8)
}
