import DownloadQueue
package import Transfer

/// How files are downloaded.
package struct DownloadOptions: Sendable {
    /// What is made durable.
    package enum Durability: String, Sendable, CaseIterable {
        /// Bytes before they are recorded, files and directories before they count as done.
        case full
        /// Nothing: quicker, and a power cut can leave wrong bytes in what counts as done.
        case none
    }

    /// What tells of a file where it came from.
    package enum Receipt: String, Sendable, CaseIterable {
        /// Nothing.
        case none
        /// The extended attribute `user.leftoff`; a file beside it where the file system has no such attributes.
        case attribute
        /// A file beside it, `NAME.leftoff-receipt.json`.
        case sidecar
    }

    /// What is made durable.
    package var durability = Durability.full

    /// After so many bytes, what is on disk is made durable and recorded.
    ///
    /// 32 MiB is what a power cut costs at most on a quick line; less would make the disk the bottleneck. A killed process
    /// loses nothing of it.
    package var checkpointBytes: Int64 = 32 << 20

    /// After so long, what is on disk is made durable and recorded, for slow lines.
    package var checkpointInterval: Duration = .seconds(2)

    /// The most connections that share one large file; 1 downloads each from the start on.
    package var segments = 4

    /// The smallest file that several connections share.
    package var segmentMinimum: Int64 = 16 << 20

    /// The longest piece that one request of several connections asks for.
    package var pieceLimit: Int64 = 32 << 20

    /// The largest file that is held in memory until all of it is there.
    package var memoryBytes: Int64 = 1 << 20

    /// How much is held in memory of all files together.
    package var memoryBudget: Int64 = 8 << 20

    /// How long a file may take to come into memory: on a slow line its part file is to be seen, and kept when the process
    /// is killed.
    package var memoryPatience: Duration = .seconds(1)

    /// Replaces files that have the names of downloads, but never one that the same run has downloaded.
    package var overwrites = false

    /// What tells of a file where it came from.
    package var receipt = Receipt.none

    /// The value of User-Agent.
    package var userAgent = "Leftoff"

    /// Follows redirects from https to http, whose answers anybody on the way can change.
    package var allowsDowngrade = false

    /// The speed of all downloads together; nil sets no limit.
    package var sharedLimit: SharedRateLimit?

    /// Hears what servers answer, on the engine's thread; nil tells nobody.
    package var onAnswer: (@Sendable (DownloadResponse) -> Void)?

    /// How long it may take to resolve a name, to connect and to agree on TLS.
    package var connectTimeout: Duration = .seconds(20)

    /// When a transfer is given up as stalled; nil never.
    package var lowSpeed: TransferRequest.LowSpeed? = TransferRequest.LowSpeed(bytesPerSecond: 64, over: .seconds(30))

    /// Makes the default options.
    package init() {}
}
