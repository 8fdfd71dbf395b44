import DownloadQueue
package import FoundationEssentials
import Numbers

/// A formatter for the time until a download's next attempt.
package enum DelayText {
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
