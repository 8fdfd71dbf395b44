import Glibc
import Synchronization
import Syntax

/// A display of plain lines: logged lines, the summary and, during a long run, progress lines.
final class PlainDisplay: StatusDisplay {
    /// The time that a run must take before its first progress line.
    ///
    /// A shorter run has only a summary.
    private static let firstLineDelay = Duration.seconds(3)
    /// The minimum interval between two progress lines.
    private static let heartbeat = Duration.seconds(30)

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
    init(
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

/// A display that shows only logged lines, such as failures.
final class SilentDisplay: StatusDisplay {
    private let write: @Sendable (String) -> Void

    /// Creates a display.
    ///
    /// - Parameter write: Writes one line, given without a line end.
    init(write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    package func update(_ status: HUDStatus) {}

    package func log(_ line: String) {
        write(VisibleText.line(line))
    }

    package func finish(_ outcome: HUDOutcome, summary: String) async {}

    package func whileHidden<Result>(_ body: () throws -> Result) rethrows -> Result {
        try body()
    }
}

/// A writer of whole lines to a descriptor, for displays, which have made the lines safe to print.
final class LineWriter: Sendable {
    private let descriptor: Int32
    private let order = Mutex(())

    /// Creates a writer.
    ///
    /// - Parameter descriptor: The descriptor, which stays owned by the caller.
    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Writes a line, in one system call if possible.
    ///
    /// If the descriptor is closed or its disk is full, the line is lost, because there is no better place to report
    /// that.
    ///
    /// - Parameter line: The text without a line end.
    package func write(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        order.withLock { _ in
            var written = 0
            while written < bytes.count {
                let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if count > 0 {
                    written += count
                } else if count < 0 && errno == EINTR {
                    continue
                } else if count < 0 && errno == EAGAIN {
                    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    if poll(&ready, 1, -1) < 0 && errno != EINTR { return }
                } else {
                    return
                }
            }
        }
    }
}
