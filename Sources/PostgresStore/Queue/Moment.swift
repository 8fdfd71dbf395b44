import DownloadQueue
import Foundation

/// The current time by the store's clock, and its difference from the clock of the caller.
///
/// Leases and delays are decided by the clock of the store. Times that a caller passes or acts on are converted, so
/// that only durations matter and not what its clock shows.
struct Moment {
    /// The current time by the store's clock.
    let now: Date
    /// The time that the caller's clock is ahead, in seconds.
    private let lead: TimeInterval

    /// Creates the moment of a call.
    ///
    /// - Parameters:
    ///   - now: The current time by the store's clock.
    ///   - caller: The current time by the caller's clock.
    init(now: Date, caller: Date) {
        self.now = now
        lead = caller.timeIntervalSince(now)
    }

    /// Converts a time of the caller's clock to the store's.
    func stored(_ date: Date) -> Date { date.addingTimeInterval(-lead) }

    /// Converts a time of the store's clock to the caller's.
    func shown(_ date: Date) -> Date {
        date == .distantPast || date == .distantFuture ? date : date.addingTimeInterval(lead)
    }

    /// Converts the times in an event.
    func stored(_ event: QueueEvent) -> QueueEvent {
        switch event {
        case .renewed(let end): .renewed(until: stored(end))
        case .failed(let failure, let retryAfter, let jitter):
            .failed(failure, retryAfter: retryAfter.map { stored($0) }, jitter: jitter)
        case .named, .progressed, .verifying, .committing, .completed, .quarantined, .released, .returned, .postponed:
            event
        }
    }

    /// Converts the end of an item's lease, on which its worker acts; the other times are those that are stored.
    func shown(_ item: QueueItem) -> QueueItem {
        var item = item
        if let lease = item.lease { item.lease?.until = shown(lease.until) }
        return item
    }

    /// Converts the times on which the caller acts.
    func shown(_ transition: QueueTransition) -> QueueTransition {
        QueueTransition(
            shown(transition.item),
            transition.actions.map { action in
                switch action {
                case .wake(let date): .wake(at: shown(date))
                case .backOffHost(let end): .backOffHost(until: shown(end))
                case .interruptTransfer, .discardPartialFile, .discardQuarantinedFile, .forget: action
                }
            })
    }
}
