import WHATWGURL

/// The reason why an attempt failed.
package struct QueueFailure: Sendable, Hashable, Error, CustomStringConvertible {
    /// The kinds of failure.
    ///
    /// The raw values are stored, and ``name`` is part of the queue's JSON.
    package enum Class: String, Sendable, Hashable, CaseIterable {
        /// The host's name could not be resolved.
        case dns
        /// No connection could be made, or it was lost.
        case connect
        /// The TLS handshake failed.
        case tls
        /// The server responded with an error status.
        case http
        /// The transfer stalled or took too long.
        case timeout
        /// The server violated HTTP.
        case `protocol`
        /// There were too many redirects, or one that is not followed.
        case redirect
        /// The server sent an HTML page instead of the file.
        case page
        /// Fewer bytes were received than announced.
        case short
        /// More bytes were received than announced.
        case excess
        /// The file does not have the expected digest.
        case checksum
        /// The disk is full or failed.
        case disk
        /// The destination cannot be written.
        case permission
        /// The destination is unsafe, for example a symbolic link.
        case refused
        /// The URL has a scheme that cannot be downloaded.
        case scheme
        /// An error of Leftoff itself or of its database.
        case `internal`

        /// The name of the kind in lists and in JSON.
        ///
        /// There are thirteen names, because some kinds that are retried differently share one.
        package var name: String {
            switch self {
            case .timeout: Self.connect.rawValue
            case .short, .excess: "size"
            case .scheme: Self.refused.rawValue
            case .dns, .connect, .tls, .http, .protocol, .redirect, .page, .checksum, .disk, .permission, .refused,
                .internal:
                rawValue
            }
        }
    }

    /// The kind of failure.
    package var `class`: Class

    /// The message for users, which states what failed, and why.
    package var message: String

    /// True if another attempt would fail in the same way.
    package var isLasting: Bool

    /// True if nothing can be written at present: the disk was full, or the file system of a file server read-only.
    ///
    /// The download continues when there is free space.
    package var needsSpace: Bool

    /// Creates a failure.
    package init(_ class: Class, _ message: String, isLasting: Bool = false, needsSpace: Bool = false) {
        self.class = `class`
        self.message = message
        self.isLasting = isLasting
        self.needsSpace = needsSpace
    }

    /// True if the failure is probably temporary and caused by the host: no address, no connection, a stall, or a
    /// status such as 429 or 503.
    package var isHostFailure: Bool {
        switch self.class {
        case .dns, .connect, .tls, .timeout, .http: !isLasting
        case .protocol, .redirect, .page, .short, .excess, .checksum, .disk, .permission, .refused, .scheme,
            .internal:
            false
        }
    }

    package var description: String { message }
}

extension QueueFailure {
    /// The number of characters of a message that is stored; it may contain a URL of megabytes.
    private static let messageLimit = 4_096

    /// Returns the failure without user names and passwords, since its message is stored and shown.
    ///
    /// - Parameter item: The item, whose URL may contain credentials.
    /// - Returns: The failure; the URL in its message has no user name and no password, and a long message is cut.
    func withoutCredentials(of item: QueueItem) -> QueueFailure {
        let (address, plain) = (item.url.href, item.url.withoutCredentials().href)
        var failure = self
        let masked = CredentialMask.masked(address == plain ? message : message.replacing(address, with: plain))
        failure.message =
            masked.utf8.count > Self.messageLimit ? String(masked.unicodeScalars.prefix(Self.messageLimit)) : masked
        return failure
    }
}

/// An error of the queue itself; failures of single downloads are ``QueueFailure``.
package enum QueueError: Error, Equatable, CustomStringConvertible {
    /// No item has this id.
    case notFound(id: String)
    /// Several ids begin with this prefix.
    case ambiguous(id: String, count: Int)
    /// The item's state does not allow the operation.
    case notAllowed(id: String, state: QueueState, command: String)
    /// The queue already contains a download with the same URL, directory and name.
    case duplicate(id: String, of: String)
    /// The item is being downloaded without the digest that is now requested.
    case otherChecksum(id: String)
    /// The lease has ended or belongs to another worker.
    case leaseLost(id: String)
    /// Another item of the queue writes to this name.
    case nameTaken(directory: String, name: String)
    /// The store cannot be reached for the moment, for example because its server restarts.
    ///
    /// The caller may repeat the call later. A worker continues its downloads meanwhile.
    case storeUnavailable(reason: String)
    /// The stored item cannot be read.
    case damaged(id: String, field: String)
    /// The text is not the name of an algorithm, `=` and the right number of hexadecimal digits.
    case malformedChecksum(String)
    /// A field contains a line break or NUL, which would end its line in an exported file.
    case unsafeExport(id: String, field: String)
    /// The address is not http or https, so other programs must not receive it.
    case unsupportedAddress(id: String)

    package var description: String {
        switch self {
        case .notFound(let id): "download \(id): no download has this id"
        case .ambiguous(let id, let count):
            "download \(id): \(count) ids begin with these characters; enter more of them"
        case .notAllowed(let id, let state, let command): "\(id): cannot \(command): its state is \(state.rawValue)"
        case .duplicate(let id, let other):
            "\(id): cannot retry: \(other) downloads the same address to the same directory and name"
        case .otherChecksum(let id): "\(id): is already being downloaded, with another checksum or none"
        case .leaseLost(let id): "\(id): another worker has claimed it"
        case .nameTaken(let directory, let name): "\(directory)/\(name): another download uses this name"
        case .storeUnavailable(let reason): "the queue is unavailable for the moment: \(reason)"
        case .damaged(let id, let field): "download \(id) cannot be read: its \(field) is malformed"
        case .malformedChecksum(let text):
            "\(text): not a checksum: expected sha256=, sha512=, sha1= or md5= followed by the hexadecimal digits"
        case .unsafeExport(let id, let field): "\(id): cannot export: its \(field) contains a line break or NUL"
        case .unsupportedAddress(let id): "\(id): cannot export: its address is not http or https"
        }
    }
}
