package import FoundationEssentials
package import Syntax
package import WHATWGURL

/// One download of the queue.
package struct QueueItem: Sendable, Hashable, Identifiable {
    /// The suffix of a part file's name.
    package static let partSuffix = ".leftoff-part"

    /// The suffix of the name of a file with the wrong digest.
    package static let quarantineSuffix = ".leftoff-quarantined"

    /// The id: twelve random characters.
    package var id: String

    /// The request that was queued.
    package var request: NewQueueItem {
        get { sharedRequest.request }
        set { sharedRequest = SharedRequest(newValue) }
    }

    /// The time at which the item was added.
    package var addedAt: Date

    /// The current state.
    package var state: QueueState = .ready

    /// The name that the file has or will have in its directory; nil until a worker has chosen it.
    package var fileName: String?

    /// The name of the part file in the directory; nil until a worker has chosen it.
    package var partName: String?

    /// The bytes on disk.
    package var content = PartialContent.nothing

    /// The number of attempts that have started.
    package var attempts = 0

    /// The number of attempts in a row that failed without making progress.
    package var failures = 0

    /// The largest number of bytes that have ever been on disk.
    package var furthest: Int64 = 0

    /// The SHA-256 of the complete file in lowercase hexadecimal digits; recorded just before the file is renamed.
    package var sha256: String?

    /// The failure of the last attempt; nil after a success.
    package var error: QueueFailure?

    /// The time before which a waiting item is not attempted.
    package var notBefore: Date?

    /// The time at which the item began to wait after a failure; nil for an item that waits for its start time.
    package var waitingSince: Date?

    /// The lease of the worker that holds the item.
    package var lease: QueueLease?

    /// The number of claims so far.
    package var epoch = 0

    /// The time at which the item became done, failed or quarantined.
    package var finishedAt: Date?

    /// The number of workers in a row that ended while they ran the item, without recording an outcome.
    ///
    /// An item with crashes is run alone, because it may be what kills its worker.
    package var crashes = 0

    /// Storage for a request that is shared by the copies of an item.
    ///
    /// A download copies its item dozens of times, and its request hardly ever changes.
    private final class SharedRequest: Sendable, Hashable {
        let request: NewQueueItem

        init(_ request: NewQueueItem) {
            self.request = request
        }

        static func == (one: SharedRequest, other: SharedRequest) -> Bool {
            one === other || one.request == other.request
        }

        func hash(into hasher: inout Hasher) { hasher.combine(request) }
    }

    private var sharedRequest: SharedRequest

    /// Creates an item that is ready, or that waits for the start time of its request.
    package init(id: String, request: NewQueueItem, addedAt: Date) {
        self.id = id
        sharedRequest = SharedRequest(request)
        self.addedAt = addedAt
        guard let start = request.startAt, start > addedAt else { return }
        state = .waiting
        notBefore = start
    }
}

extension QueueItem {
    /// The URL.
    package var url: WebURL { sharedRequest.request.url }
    /// The absolute path of the directory that receives the file.
    package var directory: String { sharedRequest.request.directory }
    /// The absolute path of the directory below which the directory must be; nil if a person chose the directory.
    package var root: String? { sharedRequest.request.root }
    /// The name that the user chose; nil for none.
    package var name: String? { sharedRequest.request.name }
    /// The digest that the file must have; nil for any.
    package var checksum: Checksum? { sharedRequest.request.checksum }
    /// The value of the Referer field.
    package var referer: String? { sharedRequest.request.referer }
    /// Further request fields.
    package var headers: [HeaderField] { sharedRequest.request.headers }
    /// The priority; items of higher priority are claimed first.
    package var priority: Int { sharedRequest.request.priority }
    /// The number of durable bytes.
    package var bytes: Int64 { content.durableBytes }
    /// The size of the complete file; nil while it is unknown.
    package var total: Int64? { content.total }
    /// The entity tag as the server sent it.
    package var etag: String? { content.etag }

    /// The file's final path, or that of the quarantined file; nil until its name has been chosen, for an item that was
    /// quarantined without a file, and if a row contains a name that leads out of the directory or is hidden.
    package var path: String? {
        guard let fileName, Self.isFileName(fileName) else { return nil }
        let suffix = state == .quarantined ? Self.quarantineSuffix : ""
        return directory.hasSuffix("/") ? directory + fileName + suffix : "\(directory)/\(fileName)\(suffix)"
    }

    /// Returns true if a name is one component of a path, and not hidden, as every name that Leftoff chooses.
    ///
    /// - Parameter name: The name in a row, where other programs may write.
    /// - Returns: False for an empty name, and for one with a slash or NUL or a dot at its beginning.
    package static func isFileName(_ name: String) -> Bool {
        guard let first = name.utf8.first, first != UInt8(ascii: ".") else { return false }
        return !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }
}

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

/// The JSON of an item in the queue's lists.
///
/// Every key is present; a missing value is null.
package struct QueueItemJSON: Encodable, Sendable {
    private enum Key: String, CodingKey {
        case id, url, state, path, bytes, total, attempts, sha256, etag, error, addedAt, finishedAt, priority
    }

    private enum ErrorKey: String, CodingKey {
        case `class`, message
    }

    private let item: QueueItem
    private let includesCredentials: Bool

    /// Creates the JSON of an item whose URL is shown without its user name and password.
    package init(_ item: QueueItem) {
        self.init(item, includesCredentials: false)
    }

    /// Creates the JSON of an item.
    ///
    /// - Parameters:
    ///   - item: The item as it is stored.
    ///   - includesCredentials: True if the URL keeps its user name and password.
    package init(_ item: QueueItem, includesCredentials: Bool) {
        self.item = item
        self.includesCredentials = includesCredentials
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(item.id, forKey: .id)
        try container.encode(
            includesCredentials ? item.url.href : item.url.withoutCredentials().href, forKey: .url)
        try container.encode(item.state.rawValue, forKey: .state)
        try container.encode(item.path, forKey: .path)
        try container.encode(item.bytes, forKey: .bytes)
        try container.encode(item.total, forKey: .total)
        try container.encode(item.attempts, forKey: .attempts)
        try container.encode(item.sha256, forKey: .sha256)
        try container.encode(item.etag, forKey: .etag)
        if let error = item.error {
            var nested = container.nestedContainer(keyedBy: ErrorKey.self, forKey: .error)
            try nested.encode(error.class.name, forKey: .class)
            try nested.encode(error.message, forKey: .message)
        } else {
            try container.encodeNil(forKey: .error)
        }
        try container.encode(Self.text(item.addedAt), forKey: .addedAt)
        try container.encode(item.finishedAt.map(Self.text), forKey: .finishedAt)
        try container.encode(item.priority, forKey: .priority)
    }

    /// Returns a time in RFC 3339 format in UTC, with milliseconds to preserve the order of events within a second.
    package static func text(_ date: Date) -> String {
        RFC3339.string(date)
    }
}
