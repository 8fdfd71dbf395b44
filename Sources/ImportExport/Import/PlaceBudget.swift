/// The bytes that the places of a file may take, in proportion to the bytes that were read.
///
/// Each highlight of an entry becomes a place, which repeats the address, the title and the tags of the entry. Without
/// a limit, a file of a few hundred bytes would become gigabytes of places. The limit covers all formats.
struct PlaceBudget: Sendable {
    /// The maximum ratio of the JSON of all places to the bytes that were read.
    ///
    /// An entry that becomes one place yields up to four times its bytes. With a smaller ratio, short highlights of
    /// articles with long addresses would be left out, and with a larger one, a hostile file takes more disk space.
    static let ratio = 10
    /// The size of the JSON of the places that any file may yield, in bytes: some 100,000 highlights.
    static let allowance = 16 << 20
    /// The maximum size of the JSON of the places of one entry, in bytes, which are in memory together.
    static let entryLimit = 16 << 20
    /// The maximum number of highlights of one entry.
    ///
    /// Readers mark some hundred passages in a long article. The highlights of one entry are in memory together.
    static let maximumHighlights = 10_000

    private var received = 0
    private var produced = 0
    private var entry = 0

    /// The limit that was exceeded, as a reason why a place is left out; nil if there is none.
    private(set) var excess: String?

    /// Counts bytes of a file that was read.
    mutating func receive(_ count: Int) { received += count }

    /// Begins the next entry.
    mutating func beginEntry() { (entry, excess) = (0, nil) }

    /// Counts the JSON of a place.
    ///
    /// - Parameter count: Its size in bytes.
    /// - Returns: False if the place exceeds a limit, and must be left out.
    mutating func spend(_ count: Int) -> Bool {
        if entry + count > Self.entryLimit {
            excess = "the places of an entry have at most \(Self.entryLimit) bytes"
        } else if produced + count > Self.allowance, (produced + count) / Self.ratio > received {
            excess = "the places of a file have at most \(Self.ratio) times its bytes"
        }
        guard excess == nil else { return false }
        (entry, produced) = (entry + count, produced + count)
        return true
    }
}
