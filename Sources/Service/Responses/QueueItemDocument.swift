import DownloadQueue
import Downloads

/// A download as the API represents it: the queue's JSON, plus the time of the next attempt if the download waits.
struct QueueItemDocument: Encodable {
    private enum Key: String, CodingKey { case nextTryAt }

    private let item: QueueItem

    /// Creates the document of an item.
    init(_ item: QueueItem) {
        self.item = item.withWrittenBytes()
    }

    func encode(to encoder: any Encoder) throws {
        try QueueItemJSON(item).encode(to: encoder)
        guard item.state == .waiting, let time = item.notBefore else { return }
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(QueueItemJSON.text(time), forKey: .nextTryAt)
    }
}
