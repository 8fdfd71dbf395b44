import Numbers
import VisibleText

/// A display of plain lines: logged lines, the summary and, during a long run, progress lines.
package final class PlainDisplay: StatusDisplay {
    /// The time that a run must take before its first progress line.
    ///
    /// A shorter run has only a summary.
    package static let firstLineDelay = Duration.seconds(3)
    /// The minimum interval between two progress lines.
    package static let heartbeat = Duration.seconds(30)

    private let mailbox = StatusMailbox()
    private let appearance: HUDAppearance
    private let showsMark: Bool
    private let write: @Sendable (String) -> Void
    private let loop: Task<Void, Never>

    /// Starts a display.
    ///
    /// - Parameters:
    ///   - appearance: The glyphs and colors of the summary's sign.
    ///   - showsMark: True if the summary starts with a sign.
    ///   - clock: The clock for the progress lines.
    ///   - write: Writes one line, given without a line end.
    package init(
        appearance: HUDAppearance, showsMark: Bool, clock: any HUDClock = SystemHUDClock(),
        write: @escaping @Sendable (String) -> Void
    ) {
        self.appearance = appearance
        self.showsMark = showsMark
        self.write = write
        let start = clock.now
        loop = Task { [mailbox] in
            var deadline = start + Self.firstLineDelay
            var last: String?
            while !Task.isCancelled {
                do { try await clock.sleep(until: deadline) } catch { return }
                // If nothing has changed, there is nothing new to report.
                if let status = mailbox.receiveStatus(), !Task.isCancelled {
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
        _ = mailbox.post(status)
    }

    package func log(_ line: String) {
        write(VisibleText.line(line))
    }

    package func finish(_ outcome: HUDOutcome, summary: String) async {
        guard mailbox.close() else { return }
        loop.cancel()
        await loop.value
        guard !summary.isEmpty else { return }
        write(showsMark ? appearance.summaryLine(summary, outcome) : VisibleText.line(summary))
    }

    package func whileHidden<Result>(_ body: () throws -> Result) rethrows -> Result {
        try body()
    }

    /// Returns a status as one line, such as "Downloading 20 files: 45%, 9 done, 1 failed".
    package static func line(_ status: HUDStatus) -> String {
        var parts: [String] = []
        if let fraction = status.fraction, fraction.isFinite {
            parts.append("\(Int(clamping: fraction * 100, to: 0...100, rounding: .down))%")
        }
        parts += status.counts.map { "\($0.value) \($0.label)" }
        if let speed = status.speed { parts.append(speed) }
        let text = parts.isEmpty ? status.title : status.title + ": " + parts.joined(separator: ", ")
        return VisibleText.line(text)
    }
}
