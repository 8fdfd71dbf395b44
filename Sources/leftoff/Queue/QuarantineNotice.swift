import DownloadQueue
import Store
import TerminalHUD
import WHATWGURL

/// What there is to say where something is asked for once more whose file had the wrong digest: that file is still there.
struct QuarantineNotice {
    /// So many are named one by one.
    private static let most = 10

    /// What is downloaded to the same place.
    private struct Place: Hashable {
        var url: WebURL
        var directory: String
        var name: String?

        init(_ item: QueueItem) {
            url = item.url
            directory = item.directory
            name = item.name
        }
    }

    /// The items that were set apart.
    private let old: [QueueItem]

    /// Looks for what was set apart before.
    ///
    /// - Parameters:
    ///   - added: The items that were asked for.
    ///   - store: The queue.
    /// - Throws: The store's errors.
    init(added: [QueueItem], in store: SQLiteQueueStore) throws {
        let quarantined = try store.items(in: [.quarantined])
        let places = quarantined.isEmpty ? [] : Set(added.map(Place.init))
        old = quarantined.filter { places.contains(Place($0)) }
    }

    /// Says it on standard error.
    func write() {
        for item in old.prefix(Self.most) {
            let file = item.path.map { ", as \($0)" } ?? ""
            let line =
                "\(item.url.shown): downloaded anew; what had the wrong checksum stays\(file), until \(item.id) is removed"
            StandardError.writeLine("leftoff: \(TerminalText.sanitized(line))")
        }
        guard old.count > Self.most else { return }
        StandardError.writeLine("leftoff: the same is so of \(old.count - Self.most) more; they are quarantined")
    }
}
