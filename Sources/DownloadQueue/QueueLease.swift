package import FoundationEssentials

/// A worker's temporary right to record events of one item.
///
/// A claim increases the item's epoch, and every record contains the owner and the epoch. A worker that was suspended
/// therefore cannot write after another worker has claimed the item.
package struct QueueLease: Sendable, Hashable {
    /// The duration of a lease.
    ///
    /// It allows for four missed renewals, so that a short stall loses nothing.
    package static let length: Duration = .seconds(60)

    /// The interval at which a worker renews its leases.
    package static let renewal: Duration = .seconds(15)

    /// The time after which a worker stops trusting a lease that it could not renew.
    ///
    /// It is measured from the request of the last claim or renewal that succeeded, by a clock that also counts the
    /// time during which the process was suspended. The remaining quarter of the lease allows for clocks that run at
    /// different speeds and for a system call that has begun.
    package static let fence: Duration = .seconds(45)

    /// The name of the worker that holds the lease, which identifies its process.
    package var owner: String

    /// The number of this claim of the item, counted from 1.
    package var epoch: Int

    /// The time at which the lease ends unless it is renewed.
    package var until: Date

    /// Creates a lease.
    package init(owner: String, epoch: Int, until: Date) {
        self.owner = owner
        self.epoch = epoch
        self.until = until
    }

    /// Returns true if the lease is in force at a time.
    ///
    /// - Parameter now: The current time.
    /// - Returns: False once the lease has ended. Also false if its end is further away than any lease lasts: the clock
    ///   was set back, and waiting for that end could take hours.
    package func isLive(at now: Date) -> Bool {
        until > now && until <= now.addingTimeInterval(2 * Self.length.seconds)
    }
}
