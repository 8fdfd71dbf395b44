/// Why a try failed.
package struct QueueFailure: Sendable, Hashable, Error, CustomStringConvertible {
    /// What kind of failure it was; the raw values are stored, and ``name`` is part of the queue's JSON.
    package enum Class: String, Sendable, Hashable, CaseIterable {
        /// The host's name could not be resolved.
        case dns
        /// No connection.
        case connect
        /// TLS could not be agreed on.
        case tls
        /// The server answered with an error status.
        case http
        /// The transfer stalled or took too long.
        case timeout
        /// The server broke HTTP's rules.
        case `protocol`
        /// Too many redirects, or one that is not followed.
        case redirect
        /// Fewer bytes came than announced.
        case short
        /// More bytes came than announced.
        case excess
        /// The file has another digest than was asked for.
        case checksum
        /// The disk is full or broken.
        case disk
        /// The destination may not be written.
        case permission
        /// The destination is unsafe, for example a symbolic link.
        case refused
        /// The address has a scheme that cannot be downloaded.
        case scheme
        /// Something in Leftoff itself or its database failed.
        case `internal`

        /// The name under which people and programs know it.
        ///
        /// There are twelve: several kinds that Leftoff tells apart are one to whoever looks on.
        package var name: String {
            switch self {
            case .timeout: Self.connect.rawValue
            case .short, .excess: "size"
            case .scheme: Self.refused.rawValue
            case .dns, .connect, .tls, .http, .protocol, .redirect, .checksum, .disk, .permission, .refused, .internal:
                rawValue
            }
        }
    }

    /// The kind of failure.
    package var `class`: Class

    /// What failed and why, for people.
    package var message: String

    /// True where trying again would meet the same failure.
    package var isLasting: Bool

    /// True where there was no room on the disk: the download goes on when there is.
    package var needsSpace: Bool

    /// Makes a failure.
    ///
    /// - Parameters:
    ///   - class: The kind of failure.
    ///   - message: What failed and why, for people.
    ///   - isLasting: True where trying again would meet the same failure.
    ///   - needsSpace: True where there was no room on the disk.
    package init(_ class: Class, _ message: String, isLasting: Bool = false, needsSpace: Bool = false) {
        self.class = `class`
        self.message = message
        self.isLasting = isLasting
        self.needsSpace = needsSpace
    }

    /// True where the fault is likely to be the whole host's and to pass: no name, no connection, a stall, or an answer
    /// such as 429 or 503.
    package var isOfHost: Bool {
        switch self.class {
        case .dns, .connect, .tls, .timeout, .http: !isLasting
        case .protocol, .redirect, .short, .excess, .checksum, .disk, .permission, .refused, .scheme, .internal: false
        }
    }

    package var description: String { message }
}
