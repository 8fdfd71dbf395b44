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
