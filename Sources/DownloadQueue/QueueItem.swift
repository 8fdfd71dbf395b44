package import FoundationEssentials
package import HTTPSyntax
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
    package var headers: [HTTPField] { sharedRequest.request.headers }
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
