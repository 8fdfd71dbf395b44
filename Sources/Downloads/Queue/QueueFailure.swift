/// Why a try failed.
package struct QueueFailure: Sendable, Hashable, Error, CustomStringConvertible {
    /// What kind of failure it was; the raw values are part of the queue's JSON.
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
    }

    /// The kind of failure.
    package var `class`: Class

    /// What failed and why, for people.
    package var message: String

    /// True where trying again would meet the same failure.
    package var isLasting: Bool

    /// Makes a failure.
    ///
    /// - Parameters:
    ///   - class: The kind of failure.
    ///   - message: What failed and why, for people.
    ///   - isLasting: True where trying again would meet the same failure.
    package init(_ class: Class, _ message: String, isLasting: Bool = false) {
        self.class = `class`
        self.message = message
        self.isLasting = isLasting
    }

    package var description: String { message }
}
