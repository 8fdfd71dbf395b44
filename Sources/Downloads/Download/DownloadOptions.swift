import DownloadQueue
package import Fetching
import Syntax

/// The options of downloads.
package struct DownloadOptions: Sendable {
    /// The data that is made durable during and after a download.
    package enum Durability: String, Sendable, CaseIterable {
        /// Bytes are made durable before they are recorded, and files and directories before they count as done.
        case full
        /// Nothing is made durable. This is faster, but a power failure can leave wrong bytes in files that count as
        /// done.
        case none
    }

    /// The storage of the receipt, which records a file's origin.
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
    /// A power failure loses at most 32 MiB on a fast connection; with a smaller number, the disk would limit the
    /// speed. A killed process loses none of these bytes.
    var checkpointBytes: Int64 = 32 << 20

    /// The time after which a checkpoint is made even if fewer bytes were received.
    var checkpointInterval: Duration = .seconds(2)

    /// The maximum number of connections that share one large file; 1 downloads each file on a single connection.
    package var segments = 4

    /// The size of the smallest file that several connections share.
    var segmentMinimum: Int64 = 16 << 20

    /// The maximum length of a piece, which is the range of one request.
    ///
    /// The pieces of a file of more than 32 GiB are longer, because a file has at most 1,024 pieces.
    var pieceLimit: Int64 = 32 << 20

    /// The path of a directory of this machine for part files; nil if they are in the destinations of their downloads.
    ///
    /// Several workers of a machine can share it. A complete file is published in its destination by a rename, after
    /// its bytes were written there if the destination is on another file system. Destinations are not created.
    package var workDirectory: String?

    /// The size of the largest file that is held in memory until it is complete.
    var memoryBytes: Int64 = 1 << 20

    /// The number of bytes to which a compressed body may expand, whatever its ratio (`ExpansionLimit`).
    var expansionAllowance = ExpansionLimit.fileAllowance

    /// The maximum number of bytes of all files together that are held in memory.
    var memoryBudget: Int64 = 8 << 20

    /// The maximum time for which an incomplete file is held in memory.
    ///
    /// A file that takes longer should be visible as a part file, also to other processes that list the queue, and
    /// survive a killed process.
    var memoryTimeout: Duration = .milliseconds(500)

    /// True to replace existing files of the same name, except files that the same run has downloaded.
    package var overwrites = false

    /// The storage of receipts.
    package var receipt = Receipt.none

    /// The value of User-Agent.
    package var userAgent = "Leftoff"

    /// True to follow redirects from https to http.
    ///
    /// Anyone on the network path can change an http response.
    package var allowsDowngrade = false

    /// A function that returns the hosts with private addresses that every download may contact.
    ///
    /// It is called for each request, so that changed settings take effect.
    package var privateHosts: @Sendable () -> PermittedHosts = { [] }

    /// The speed limit of all downloads together; nil for no limit.
    var sharedLimit: SharedRateLimit?

    /// A function that is called with the head of each response, on the engine's thread; nil for none.
    package var onResponse: (@Sendable (DownloadResponse) -> Void)?

    /// The time limit for resolving the name, connecting and the TLS handshake together.
    var connectTimeout: Duration = .seconds(20)

    /// The speed below which a transfer counts as stalled; nil disables this limit.
    var lowSpeed: TransferRequest.LowSpeed? = TransferRequest.LowSpeed(bytesPerSecond: 64, over: .seconds(30))

    /// The limits within which rows of the queue are obeyed; nil if the items of the queue decide, because only their
    /// user can write them.
    package var rules: WorkerRules?

    /// The guard of the free space on the volumes that downloads write to.
    var freeSpace = FreeSpaceFloor()

    /// A function that returns true if a host does not exist, rather than being unknown for the moment.
    ///
    /// It is called when a name cannot be resolved. A download from a host that does not exist is not retried.
    var isUnknownHost: @Sendable (_ host: String) async -> Bool = { await HostLookup.isUnknown($0) }

    /// Creates the default options.
    package init() {}
}
