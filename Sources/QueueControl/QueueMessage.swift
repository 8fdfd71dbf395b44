import DownloadQueue
package import Downloads
import Fetching
import FoundationEssentials
import Syntax
import TerminalHUD
import WHATWGURL

/// The messages of a queue run.
///
/// They are plain lines; the display replaces any control characters.
enum QueueMessage {
    // MARK: Events

    /// Returns the message about an event that every user should know.
    ///
    /// - Parameters:
    ///   - event: An event of the worker.
    ///   - now: The current time, for the delay until the next attempt.
    /// - Returns: The line; nil for an event that is shown by the display alone.
    static func line(for event: QueueWorkerEvent, at now: Date) -> String? {
        switch event {
        case .warning(let reason): return "leftoff: queue: \(reason)"
        case .ended(let item):
            let message = item.error?.message ?? item.url.displayText
            switch item.state {
            case .failed, .quarantined: return "leftoff: \(message)"
            case .waiting: return "leftoff: \(message); \(DelayText.nextAttempt(of: item, at: now))"
            case .ready, .running, .paused, .verifying, .done, .cancelled: return nil
            }
        case .started, .progressed, .summary, .idle: return nil
        }
    }

    /// Returns the message about the start of an attempt or a finished file, for `--verbose`.
    ///
    /// - Parameter event: An event of the worker.
    /// - Returns: The line; nil for any other event.
    static func detailedLine(for event: QueueWorkerEvent) -> String? {
        switch event {
        case .started(let item):
            let start = item.bytes > 0 ? ", continuing at byte \(item.bytes)" : ""
            return "leftoff: \(item.url.displayText): attempt \(item.attempts)\(start)"
        case .ended(let item) where item.state == .done:
            let digest = item.sha256.map { ", SHA-256 \($0)" } ?? ""
            let name = item.path ?? item.directory
            return "leftoff: \(item.url.displayText): \(name), \(item.bytes) bytes\(digest)"
        case .ended, .progressed, .summary, .idle, .warning: return nil
        }
    }

    /// Returns a request and the status of its response, for `--verbose`.
    ///
    /// - Parameter response: A response to one of a download's requests.
    /// - Returns: The request line, its range, the status and the length of the body.
    static func line(for response: DownloadResponse) -> String {
        let url = response.head.url
        let isSameOrigin = url.origin == response.url.origin
        let target = isSameOrigin ? url.path + (url.query.map { "?\($0)" } ?? "") : url.displayText
        let range = response.range.map { ", \($0)" } ?? ""
        let length = response.head["Content-Length"].map { ", \($0) bytes" } ?? ""
        let request = "GET \(target) HTTP/\(response.head.httpVersion)\(range)"
        return "leftoff: \(response.url.displayText): \(request): \(response.head.status)\(length)"
    }

    // MARK: The end of a run

    /// Returns the message about downloads that were not attempted because their hosts are in backoff.
    ///
    /// - Parameters:
    ///   - count: The number of deferred downloads, at least 1.
    ///   - nextAttempt: The earliest time at which one of them may run; nil if unknown.
    ///   - now: The current time.
    /// - Returns: The line.
    static func deferred(_ count: Int, nextAttempt: Date?, at now: Date) -> String {
        let hosts = count == 1 ? "its host" : "their hosts"
        let delay = nextAttempt.map { "; next attempt \(DelayText.until($0, at: now))" } ?? ""
        return "leftoff: \(counted(count, "download")) deferred: \(hosts) failed or asked to retry later\(delay); "
            + "run the queue again then"
    }

    /// Returns the message about downloads that were requested but are paused.
    static func paused(_ count: Int) -> String {
        "leftoff: \(counted(count, "download")) paused; resume with 'leftoff queue resume ID'"
    }

    /// Returns the message about downloads that failed in earlier runs.
    static func failedEarlier(_ count: Int) -> String {
        "leftoff: \(counted(count, "download")) failed in earlier runs; retry with 'leftoff queue retry ID'"
    }

    /// Returns the summary of a run that was stopped.
    ///
    /// - Parameters:
    ///   - activity: The counts at the end of the run.
    ///   - left: The number of downloads that are not done and can be continued.
    /// - Returns: The counts of finished, failed and remaining downloads, and the command that continues.
    static func stopped(_ activity: QueueActivity, left: Int) -> String {
        var parts = ["stopped: \(counted(activity.done, "file")) done"]
        if activity.failed > 0 { parts.append("\(activity.failed) failed") }
        if left > 0 { parts.append("\(left) left; continue with 'leftoff queue run'") }
        return parts.joined(separator: ", ")
    }

    /// Returns the summary of a run that has ended by itself.
    ///
    /// - Parameters:
    ///   - activity: The counts at the end of the run.
    ///   - now: The current time.
    /// - Returns: The counts of finished, failed and waiting downloads.
    static func summary(_ activity: QueueActivity, at now: Date) -> String {
        var parts = ["\(counted(activity.done, "file")) done, \(ByteText.size(activity.bytes))"]
        if activity.failed > 0 { parts.append("\(activity.failed) failed") }
        let waiting = activity.summary[.waiting]
        if waiting > 0 {
            let next = activity.summary.nextClaim.flatMap { $0 > now ? DelayText.until($0, at: now) : nil }
            parts.append("\(waiting) waiting\(next.map { ", next attempt \($0)" } ?? ""); run the queue again later")
        }
        return parts.joined(separator: ", ")
    }

    /// Returns the title of the display while no download is running.
    static func waiting(_ summary: QueueSummary, at now: Date) -> String {
        guard let next = summary.nextClaim, next > now else { return "Waiting" }
        return "Waiting, next attempt \(DelayText.until(next, at: now))"
    }
}

/// A notice that quarantined downloads were added again, which says if their files were deleted.
package struct QuarantineNotice {
    /// The maximum number of items that are listed on lines of their own.
    private static let maximumLines = 10

    private let downloads: [RequeuedDownload]

    /// Creates the notice for downloads that were added again.
    package init(_ downloads: [RequeuedDownload]) {
        // An item that ended its workers too often is quarantined without a file.
        self.downloads = downloads.filter { $0.item.fileName != nil }
    }

    /// The lines of the notice, safe for a terminal; none if there are no downloads.
    package var lines: [String] {
        var lines = downloads.prefix(Self.maximumLines).map { download in
            let item = download.item
            let file = item.path.map { ", \($0)," } ?? ""
            let outcome = download.isFileGone ? "was deleted" : "could not be deleted: delete it yourself"
            return TerminalText.sanitized(
                "leftoff: \(item.url.displayText): is downloaded again; the copy with a wrong checksum\(file) "
                    + outcome)
        }
        if downloads.count > Self.maximumLines {
            lines.append("leftoff: and \(counted(downloads.count - Self.maximumLines, "more quarantined download"))")
        }
        return lines
    }
}

/// A formatter for the time until a download's next attempt.
enum DelayText {
    /// Returns the time of an item's next attempt, or of its start if it has not been attempted.
    ///
    /// - Parameters:
    ///   - item: A waiting item.
    ///   - hostDeferral: The time until which the item's host is deferred; nil if it is not.
    ///   - now: The current time.
    /// - Returns: `next attempt in 12 s`, `next attempt now`, or `starts in 2 h` for an item with a start time.
    static func nextAttempt(of item: QueueItem, hostDeferral: Date? = nil, at now: Date) -> String {
        let delay = until(max(item.notBefore ?? now, hostDeferral ?? now), at: now)
        return item.error == nil ? "starts \(delay)" : "next attempt \(delay)"
    }

    /// Returns the rounded time from now until a date.
    ///
    /// - Parameters:
    ///   - date: The end of the delay.
    ///   - now: The current time.
    /// - Returns: `in 12 s`, `in 5 min`, `in 3 h`, `in 2 days`, or `now`.
    package static func until(_ date: Date, at now: Date) -> String {
        switch date.timeIntervalSince(now) {
        case ..<0.5: "now"
        case let seconds where seconds < 119: "in \(Int(clamping: seconds, rounding: .up)) s"
        case let seconds where seconds < 7_170: "in \(Int(clamping: seconds / 60)) min"
        case let seconds where seconds < 172_800: "in \(Int(clamping: seconds / 3_600)) h"
        case let seconds: "in \(Int(clamping: seconds / 86_400)) days"
        }
    }
}

/// A formatter for numbers of bytes.
enum ByteText {
    private static let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"]

    /// Returns a size with at most three digits, such as `12 KiB` or `1.5 GiB`.
    ///
    /// - Parameter byteCount: The size in bytes; a negative one counts as 0.
    /// - Returns: The number and its binary unit.
    package static func size(_ byteCount: Int64) -> String {
        var value = Double(max(0, byteCount))
        var unit = 0
        while value >= 999.5 && unit < units.count - 1 {
            value /= 1_024
            unit += 1
        }
        if unit == 0 || value >= 9.95 { return "\(Int64(clamping: value)) \(units[unit])" }
        let tenths = Int64(clamping: value * 10)
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}

extension WebURL {
    /// The address without user name, password and fragment, for messages.
    var displayText: String { withoutFragment().withoutCredentials().href }
}
