package import FoundationEssentials
package import Transfer
package import WHATWGURL

/// One download of the queue.
package struct QueueItem: Sendable, Hashable, Identifiable {
    /// What a part file is called after the file's name.
    package static let partSuffix = ".leftoff-part"

    /// What a file with the wrong digest is called after its name.
    package static let quarantineSuffix = ".leftoff-quarantined"

    /// Twelve random characters.
    package var id: String

    /// What was asked for.
    package var request: NewQueueItem {
        get { asked.request }
        set { asked = Asked(newValue) }
    }

    /// When it was added.
    package var addedAt: Date

    /// Where it stands.
    package var state: QueueState = .ready

    /// The name that the file has or will have in its directory; nil until a worker has chosen it.
    package var fileName: String?

    /// The name of the part file in the directory; nil until a worker has chosen it.
    package var partName: String?

    /// What is on disk.
    package var content = PartialContent.nothing

    /// How often a worker has started it.
    package var attempts = 0

    /// How many tries in a row have failed without getting further.
    package var failures = 0

    /// The most bytes that were ever on disk.
    package var furthest: Int64 = 0

    /// The SHA-256 of the whole file in lowercase hexadecimal digits; set just before the file gets its name.
    package var sha256: String?

    /// Why the last try failed; nil after a success.
    package var error: QueueFailure?

    /// A waiting item is not tried before this.
    package var notBefore: Date?

    /// When it began to wait after a failure; nil for one that waits for the time that somebody chose.
    package var waitingSince: Date?

    /// The lease of the worker that holds it.
    package var lease: QueueLease?

    /// The number of claims so far.
    package var epoch = 0

    /// When it was done, failed or was quarantined.
    package var finishedAt: Date?

    /// What was asked for hardly ever changes: the copies of an item, of which a download makes dozens, share it.
    private final class Asked: Sendable, Hashable {
        let request: NewQueueItem

        init(_ request: NewQueueItem) {
            self.request = request
        }

        static func == (one: Asked, other: Asked) -> Bool { one === other || one.request == other.request }

        func hash(into hasher: inout Hasher) { hasher.combine(request) }
    }

    private var asked: Asked

    /// Makes an item that is ready, or waits for the time that was chosen.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - request: What was asked for.
    ///   - addedAt: When it was added.
    package init(id: String, request: NewQueueItem, addedAt: Date) {
        self.id = id
        asked = Asked(request)
        self.addedAt = addedAt
        guard let start = request.startAt, start > addedAt else { return }
        state = .waiting
        notBefore = start
    }
}

extension QueueItem {
    /// The address.
    package var url: WebURL { asked.request.url }
    /// The directory that receives the file.
    package var directory: String { asked.request.directory }
    /// The name that somebody chose.
    package var name: String? { asked.request.name }
    /// The digest that the file must have.
    package var checksum: Checksum? { asked.request.checksum }
    /// The value of the Referer field.
    package var referer: String? { asked.request.referer }
    /// Further request fields.
    package var headers: [HTTPField] { asked.request.headers }
    /// Higher ones first.
    package var priority: Int { asked.request.priority }
    /// The bytes on disk.
    package var bytes: Int64 { content.durableBytes }
    /// The size of the whole; nil while it is not known.
    package var total: Int64? { content.total }
    /// The entity tag as sent.
    package var etag: String? { content.etag }

    /// The file's final path, where a quarantined one is kept; nil until its name has been chosen.
    package var path: String? {
        guard let fileName else { return nil }
        let suffix = state == .quarantined ? Self.quarantineSuffix : ""
        return directory.hasSuffix("/") ? directory + fileName + suffix : "\(directory)/\(fileName)\(suffix)"
    }
}
