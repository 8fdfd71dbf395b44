/// Plain lines: what is logged, a sign of life in a long run, and the summary.
package final class PlainDisplay: StatusDisplay {
    /// How long a run must take before its first line; a quicker one only has a summary.
    package static let patience = Duration.seconds(3)
    /// How far signs of life are apart at least.
    package static let heartbeat = Duration.seconds(30)

    private let inbox = StatusMailbox()
    private let look: HUDLook
    private let showsMark: Bool
    private let write: @Sendable (String) -> Void
    private let loop: Task<Void, Never>

    /// Starts a display.
    ///
    /// - Parameters:
    ///   - look: Whether the summary's mark is coloured, and Unicode.
    ///   - showsMark: Whether the summary has a mark.
    ///   - clock: The clock that times the signs of life.
    ///   - write: Writes one line, given without its end.
    package init(
        look: HUDLook, showsMark: Bool, clock: any HUDClock = SystemHUDClock(),
        write: @escaping @Sendable (String) -> Void
    ) {
        self.look = look
        self.showsMark = showsMark
        self.write = write
        let start = clock.now
        loop = Task { [inbox] in
            var deadline = start + Self.patience
            var last: String?
            while !Task.isCancelled {
                do { try await clock.sleep(until: deadline) } catch { return }
                // A run in which nothing happens has nothing to say.
                if let status = inbox.take(), !Task.isCancelled {
                    let line = Self.line(status)
                    if line != last { write(line) }
                    last = line
                }
                deadline = clock.now + Self.heartbeat
            }
        }
    }

    deinit {
        loop.cancel()
    }

    package func update(_ status: HUDStatus) {
        _ = inbox.put(status)
    }

    package func log(_ line: String) {
        write(TerminalText.sanitized(line))
    }

    package func finish(_ outcome: HUDOutcome, summary: String) async {
        guard inbox.finish() else { return }
        loop.cancel()
        await loop.value
        guard !summary.isEmpty else { return }
        write(showsMark ? look.summaryLine(summary, outcome) : TerminalText.sanitized(summary))
    }

    package func whileHidden<Result>(_ body: () throws -> Result) rethrows -> Result {
        try body()
    }

    /// A status as one line, such as "Downloading 20 files: 45%, 9 done, 1 failed".
    ///
    /// - Parameter status: The status.
    /// - Returns: The sanitised line.
    package static func line(_ status: HUDStatus) -> String {
        var parts: [String] = []
        if let fraction = status.fraction, fraction.isFinite {
            parts.append("\(Int((min(max(fraction, 0), 1) * 100).rounded(.down)))%")
        }
        parts += status.counts.map { "\($0.value) \($0.label)" }
        let text = parts.isEmpty ? status.title : status.title + ": " + parts.joined(separator: ", ")
        return TerminalText.sanitized(text)
    }
}
