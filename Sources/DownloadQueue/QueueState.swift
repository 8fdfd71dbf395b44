/// Where a queue item stands.
package enum QueueState: String, Sendable, Hashable, Codable, CaseIterable {
    /// A worker may take it now.
    case ready
    /// A worker holds its lease and transfers it.
    case running
    /// It has failed for now and is tried again later.
    case waiting
    /// A person paused it.
    case paused
    /// All bytes are there; they are checked and the file gets its final name.
    case verifying
    /// The file is complete under its final name.
    case done
    /// It failed and is not tried again by itself.
    case failed
    /// The file does not have the digest that was asked for; it is kept apart.
    case quarantined
    /// It was removed while a worker held it; it disappears once the worker has let go.
    case cancelled

    /// True for the states in which a second item of the same address and place would be a duplicate.
    ///
    /// A failed item is among them: adding it once more tries it again, with the bytes that are there.
    package var blocksDuplicates: Bool {
        switch self {
        case .ready, .running, .waiting, .paused, .verifying, .failed: true
        case .done, .quarantined, .cancelled: false
        }
    }

    /// True for the states from which nothing follows by itself.
    package var isEnd: Bool {
        switch self {
        case .done, .failed, .quarantined, .cancelled: true
        case .ready, .running, .waiting, .paused, .verifying: false
        }
    }
}
