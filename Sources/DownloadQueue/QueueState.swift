/// The state of a queue item.
package enum QueueState: String, Sendable, Hashable, Codable, CaseIterable {
    /// A worker can claim it now.
    case ready
    /// A worker holds its lease and downloads it.
    case running
    /// Its last attempt failed, and it is attempted again later.
    case waiting
    /// The user paused it.
    case paused
    /// All bytes have been received; they are verified and the file is renamed to its final name.
    case verifying
    /// The file is complete under its final name.
    case done
    /// It failed and is not retried automatically.
    case failed
    /// The file does not have the expected digest and is kept under another name.
    case quarantined
    /// It was removed while a worker held it. It disappears once the worker has released it.
    case cancelled

    /// True for the states in which a second item with the same URL, directory and name would be a duplicate.
    ///
    /// A failed item is one of them: adding it once more retries it, with the bytes that are on disk.
    package var blocksDuplicates: Bool {
        switch self {
        case .ready, .running, .waiting, .paused, .verifying, .failed: true
        case .done, .quarantined, .cancelled: false
        }
    }

    /// True for the states that do not change by themselves.
    package var isEnd: Bool {
        switch self {
        case .done, .failed, .quarantined, .cancelled: true
        case .ready, .running, .waiting, .paused, .verifying: false
        }
    }
}
