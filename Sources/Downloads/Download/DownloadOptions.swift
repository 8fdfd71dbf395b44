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

    /// What is made durable.
    package var durability = Durability.full

    /// After so many bytes, what is on disk is made durable and recorded.
    ///
    /// 8 MiB is what a killed process loses at most on a quick line; less would make the disk the bottleneck.
    package var checkpointBytes: Int64 = 8 << 20

    /// After so long, what is on disk is made durable and recorded, for slow lines.
    package var checkpointInterval: Duration = .seconds(2)

    /// The value of User-Agent.
    package var userAgent = "Leftoff"

    /// Which addresses may be connected to.
    package var addressPolicy = AddressPolicy.any

    /// The largest file; nil sets no limit.
    package var maximumBytes: Int64?

    /// Makes the default options.
    package init() {}
}
