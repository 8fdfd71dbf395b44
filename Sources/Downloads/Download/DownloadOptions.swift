import DownloadQueue
package import Transfer

/// The options of downloads.
package struct DownloadOptions: Sendable {
    /// The data that is made durable.
    package enum Durability: String, Sendable, CaseIterable {
        /// Bytes before they are recorded, and files and directories before they count as done.
        case full
        /// Nothing. This is faster, but a power failure can leave wrong bytes in files that count as done.
        case none
    }

    /// The form of the record about a file's origin.
    package enum Receipt: String, Sendable, CaseIterable {
        /// No receipt.
        case none
        /// The extended attribute `user.leftoff`, or a file beside it if the file system has no extended attributes.
        case attribute
        /// A file beside it, `NAME.leftoff-receipt.json`.
        case sidecar
    }

    /// The data that is made durable.
    package var durability = Durability.full

    /// The number of bytes after which a checkpoint is made.
    ///
    /// A power failure loses at most 32 MiB on a fast connection; a smaller number would make the disk the
    /// bottleneck. A killed
    /// process loses none of it.
    package var checkpointBytes: Int64 = 32 << 20

    /// The time after which a checkpoint is made, for slow connections.
    package var checkpointInterval: Duration = .seconds(2)

    /// The most connections that share one large file; 1 downloads each file on a single connection.
    package var segments = 4

    /// The size of the smallest file that several connections share.
    package var segmentMinimum: Int64 = 16 << 20

    /// The length of the longest piece that one request of several connections covers.
    package var pieceLimit: Int64 = 32 << 20

    /// The size of the largest file that is held in memory until it is complete.
    package var memoryBytes: Int64 = 1 << 20

    /// The most bytes of all files together that are held in memory.
    package var memoryBudget: Int64 = 8 << 20

    /// The longest time for which an incomplete file is held in memory.
    ///
    /// On a slow connection, its part file should be visible, and survive a killed process.
    package var memoryTimeout: Duration = .seconds(1)

    /// True to replace existing files with the same names, but never a file that the same run has downloaded.
    package var overwrites = false

    /// The form of the receipt.
    package var receipt = Receipt.none

    /// The value of User-Agent.
    package var userAgent = "Leftoff"

    /// True to follow redirects from https to http, whose responses anyone on the network path can change.
    package var allowsDowngrade = false

    /// The speed limit of all downloads together; nil for no limit.
    package var sharedLimit: SharedRateLimit?

    /// Called with the head of each response, on the engine's thread; nil for nothing.
    package var onResponse: (@Sendable (DownloadResponse) -> Void)?

    /// The time limit for resolving the name, connecting and the TLS handshake together.
    package var connectTimeout: Duration = .seconds(20)

    /// The speed below which a transfer counts as stalled; nil disables this limit.
    package var lowSpeed: TransferRequest.LowSpeed? = TransferRequest.LowSpeed(bytesPerSecond: 64, over: .seconds(30))

    /// Creates the default options.
    package init() {}
}
