package import FoundationEssentials

/// A worker's right to write about one item, for a while.
///
/// A claim raises the item's epoch. Every write names owner and epoch, so a worker that was stopped and wakes up after
/// somebody else has claimed the item cannot write any more.
package struct QueueLease: Sendable, Hashable {
    /// How long a lease lasts: four missed renewals, so that a short stall loses nothing.
    package static let length: Duration = .seconds(60)

    /// How often a worker renews its leases.
    package static let renewal: Duration = .seconds(15)

    /// Who holds it; see ``WorkerIdentity``.
    package var owner: String

    /// The number of this claim of the item, counted from 1.
    package var epoch: Int

    /// When it ends unless it is renewed.
    package var until: Date

    /// Makes a lease.
    ///
    /// - Parameters:
    ///   - owner: Who holds it.
    ///   - epoch: The number of the claim.
    ///   - until: When it ends.
    package init(owner: String, epoch: Int, until: Date) {
        self.owner = owner
        self.epoch = epoch
        self.until = until
    }

    /// Tells whether the lease binds others at a time.
    ///
    /// - Parameter now: The time.
    /// - Returns: False once it has ended, and also when its end lies further away than any lease reaches: then the
    ///   clock has been set back, and waiting for that end could take hours.
    package func isLive(at now: Date) -> Bool {
        until > now && until <= now.addingTimeInterval(2 * Self.length.seconds)
    }
}
