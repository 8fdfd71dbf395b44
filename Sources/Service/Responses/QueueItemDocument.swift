import DownloadQueue

/// A download as the API gives it: as the queue's JSON has it, and for what waits when it is tried again.
struct QueueItemDocument: Encodable {
    private enum Key: String, CodingKey { case nextTryAt }

    private let item: QueueItem

    /// Makes the document of an item.
    init(_ item: QueueItem) {
        self.item = item
    }

    func encode(to encoder: any Encoder) throws {
        try QueueItemJSON(item).encode(to: encoder)
        guard item.state == .waiting, let time = item.notBefore else { return }
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(QueueItemJSON.text(time), forKey: .nextTryAt)
    }
}
