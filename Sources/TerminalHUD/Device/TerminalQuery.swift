import Motion

/// The features of a terminal beyond the common control sequences, as far as the environment indicates them.
///
/// OSC 8 and OSC 9;4 are harmful in other terminals: some show OSC 9 as a notification, and some print sequences that
/// they do not support. Therefore they are sent only to terminals that are known to support them, and never through
/// tmux or screen.
package struct TerminalFeatures: Sendable, Hashable {
    /// True if the terminal makes links clickable (OSC 8).
    var showsLinks: Bool
    /// True if the terminal shows progress in the taskbar (OSC 9;4).
    var showsProgress: Bool
    /// True if the terminal may be queried for its features.
    var allowsQueries: Bool

    /// The features of an unknown terminal.
    package static let none = TerminalFeatures(showsLinks: false, showsProgress: false, allowsQueries: false)

    /// Creates features.
    init(showsLinks: Bool, showsProgress: Bool, allowsQueries: Bool) {
        self.showsLinks = showsLinks
        self.showsProgress = showsProgress
        self.allowsQueries = allowsQueries
    }

    /// Determines the features from the environment of the process.
    init(environment: [String: String]) {
        func value(_ name: String) -> String { environment[name] ?? "" }
        let terminal = value("TERM")
        let program = value("TERM_PROGRAM")
        let isNested =
            !value("TMUX").isEmpty || !value("STY").isEmpty || terminal.hasPrefix("screen")
            || terminal.hasPrefix("tmux")
        let vte = Int(value("VTE_VERSION")) ?? 0
        let isWindows = !value("WT_SESSION").isEmpty
        showsLinks =
            !isNested
            && (isWindows || vte >= 5000 || (Int(value("KONSOLE_VERSION")) ?? 0) >= 201_200
                || !value("KITTY_WINDOW_ID").isEmpty || terminal == "foot" || terminal == "xterm-ghostty"
                || ["iTerm.app", "WezTerm", "ghostty", "vscode"].contains(program))
        showsProgress =
            !isNested
            && (isWindows || value("ConEmuANSI") == "ON" || vte >= 8000 || program == "ghostty"
                || (program == "iTerm.app" && Self.isAtLeast(value("TERM_PROGRAM_VERSION"), 3, 6)))
        allowsQueries =
            !terminal.isEmpty && value("INSIDE_EMACS").isEmpty && !Self.unresponsive.contains(terminal)
            && !terminal.hasPrefix("eterm")
    }

    /// The terminals whose response is missing or cannot report any of the features, such as the Linux console.
    private static let unresponsive: Set = ["linux", "dumb", "unknown", "ansi", "cons25", "vt52"]

    private static func isAtLeast(_ version: String, _ major: Int, _ minor: Int) -> Bool {
        let parts = version.split(separator: ".").map { Int($0) ?? 0 } + [0, 0]
        return (parts[0], parts[1]) >= (major, minor)
    }
}

/// A query for a terminal's features, which is sent once; no frame waits for the response.
struct TerminalQuery: Sendable {
    /// DECRQM for mode 2026 (synchronized updates), followed by DA1, to which every terminal responds.
    static let modeRequest = "\u{1B}[?2026$p\u{1B}[c"
    /// OSC 11, which requests the background color; fading colors are mixed with it.
    static let backgroundRequest = "\u{1B}]11;?\u{1B}\\"
    /// The time after which the query stops waiting for a response.
    private static let timeout = Duration.milliseconds(300)

    private enum State: Sendable {
        case notSent
        case awaiting(TerminalResponse, deadline: Duration)
        case finished
    }

    private var state: State

    /// Creates a query that has not been sent.
    ///
    /// - Parameter isAllowed: False if the terminal must not be queried; nothing is then sent.
    init(isAllowed: Bool) {
        state = isAllowed ? .notSent : .finished
    }

    /// The instant at which the query stops waiting; nil if no response is expected.
    var deadline: Duration? {
        if case .awaiting(_, let deadline) = state { deadline } else { nil }
    }

    /// Starts to listen for a response, in the first call only.
    ///
    /// - Parameters:
    ///   - device: The terminal to which the request will be sent.
    ///   - now: The current instant.
    ///   - asksBackground: True to request the background color too, because colors will be mixed with it.
    /// - Returns: The request to write with the next frame; empty if there is nothing to send.
    package mutating func begin(on device: any TerminalDevice, at now: Duration, asksBackground: Bool) -> String {
        guard case .notSent = state else { return "" }
        guard device.beginQuery(includesTypeahead: false) else {
            state = .finished
            return ""
        }
        state = .awaiting(TerminalResponse(), deadline: now + Self.timeout)
        return (asksBackground ? Self.backgroundRequest : "") + Self.modeRequest
    }

    /// Reads the bytes that the terminal has sent.
    ///
    /// The query ends when the response is complete, when no more bytes can arrive, and at the deadline. A response
    /// that arrives later is discarded at the end of the terminal's guard.
    ///
    /// - Parameters:
    ///   - device: The terminal to which the request was sent.
    ///   - now: The current instant.
    /// - Returns: The complete response, only once; otherwise nil.
    package mutating func receive(from device: any TerminalDevice, at now: Duration) -> TerminalResponse? {
        guard case .awaiting(var response, let deadline) = state else { return nil }
        let bytes = device.readResponse(timeout: .zero)
        if let bytes { response.receive(bytes) }
        guard response.isComplete || bytes == nil || now >= deadline else {
            state = .awaiting(response, deadline: deadline)
            return nil
        }
        device.endQuery()
        state = .finished
        return response
    }
}

/// A terminal's response to a `TerminalQuery`, parsed as its bytes arrive.
///
/// Terminals respond in the order of the requests. A terminal that does not support mode 2026 may ignore the request
/// for it. Every terminal responds to DA1, so that response marks the end.
package struct TerminalResponse: Sendable {
    /// True if the terminal supports synchronized updates (mode 2026), which show each frame only when it is complete.
    private(set) var supportsSynchronizedUpdates = false
    /// The background color; nil if the terminal has not reported it.
    private(set) var background: RGBColor?
    /// True if the last part of the response has arrived.
    package private(set) var isComplete = false
    private var sequence: [UInt8] = []

    /// Creates an empty response.
    init() {}

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
