import DownloadQueue
import FoundationEssentials

/// When a download that waits goes on, as people say it.
enum WaitText {
    /// Says when an item is tried again, or begun.
    ///
    /// - Parameters:
    ///   - item: An item that waits.
    ///   - held: Until when its host is not asked; nil when it is.
    ///   - now: The time.
    /// - Returns: `next try in 12 s`, `next try now`, or `starts in 2 h` for one whose time a person chose.
    static func of(_ item: QueueItem, held: Date? = nil, at now: Date) -> String {
        let pause = until(max(item.notBefore ?? now, held ?? now), at: now)
        return item.error == nil ? "starts \(pause)" : "next try \(pause)"
    }

    /// Says how long it is until a time.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - now: The present time.
    /// - Returns: `in 12 s`, `in 5 min`, `in 3 h`, `in 2 days`, or `now`.
    static func until(_ time: Date, at now: Date) -> String {
        switch time.timeIntervalSince(now) {
        case ..<0.5: "now"
        case let seconds where seconds < 119: "in \(Int(seconds.rounded(.up))) s"
        case let seconds where seconds < 7_170: "in \(Int((seconds / 60).rounded())) min"
        case let seconds where seconds < 172_800: "in \(Int((seconds / 3_600).rounded())) h"
        case let seconds: "in \(Int((seconds / 86_400).rounded())) days"
        }
    }
}
