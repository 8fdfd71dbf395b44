/// The state of a queue item.
package enum QueueState: String, Sendable, Hashable, Codable, CaseIterable {
    /// A worker can claim it now.
    case ready
    /// A worker holds the item's lease and downloads it.
    case running
    /// The last attempt failed, and the item is attempted again later.
    case waiting
    /// The user paused the item.
    case paused
    /// All bytes have been received; they are being verified, and the file is renamed to its final name.
    case verifying
    /// The file is complete under its final name.
    case done
    /// The download failed and is not retried automatically.
    case failed
    /// The file does not have the expected digest and is kept under another name, or the item has ended its worker so
    /// often that it is not run again (``RetryPolicy/maximumCrashes``).
    case quarantined
    /// The item was removed while a worker held it. It disappears once the worker has released it.
    case cancelled

    /// True for the states in which a second item with the same URL, directory and name would be a duplicate.
    ///
    /// A failed item is one of them: adding it once more retries it and keeps the bytes that are on disk.
    package var blocksDuplicates: Bool {
        switch self {
        case .ready, .running, .waiting, .paused, .verifying, .failed: true
        case .done, .quarantined, .cancelled: false
        }
    }

    /// True for the states of a download that has ended.
    package var isEnd: Bool {
        switch self {
        case .done, .failed, .quarantined, .cancelled: true
        case .ready, .running, .waiting, .paused, .verifying: false
        }
    }
}
