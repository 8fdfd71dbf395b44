package import FoundationEssentials
import Transfer
import WHATWGURL

/// An item as the queue's JSON has it: every key is always there, null where there is no value.
package struct QueueItemJSON: Encodable, Sendable {
    private enum Key: String, CodingKey {
        case id, url, state, path, bytes, total, attempts, sha256, etag, error, addedAt, finishedAt, priority
    }

    private enum ErrorKey: String, CodingKey {
        case `class`, message
    }

    private let item: QueueItem
    private let includesCredentials: Bool

    /// Makes the JSON form of an item, its address without user name and password.
    ///
    /// - Parameter item: The item.
    package init(_ item: QueueItem) {
        self.init(item, includesCredentials: false)
    }

    /// Makes the JSON form of an item.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - includesCredentials: Whether the address keeps its user name and password.
    package init(_ item: QueueItem, includesCredentials: Bool) {
        self.item = item
        self.includesCredentials = includesCredentials
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(item.id, forKey: .id)
        try container.encode(
            includesCredentials ? item.url.href : item.url.withoutCredentials().href, forKey: .url)
        try container.encode(item.state.rawValue, forKey: .state)
        try container.encode(item.path, forKey: .path)
        try container.encode(item.bytes, forKey: .bytes)
        try container.encode(item.total, forKey: .total)
        try container.encode(item.attempts, forKey: .attempts)
        try container.encode(item.sha256, forKey: .sha256)
        try container.encode(item.etag, forKey: .etag)
        if let error = item.error {
            var nested = container.nestedContainer(keyedBy: ErrorKey.self, forKey: .error)
            try nested.encode(error.class.name, forKey: .class)
            try nested.encode(error.message, forKey: .message)
        } else {
            try container.encodeNil(forKey: .error)
        }
        try container.encode(Self.text(item.addedAt), forKey: .addedAt)
        try container.encode(item.finishedAt.map(Self.text), forKey: .finishedAt)
        try container.encode(item.priority, forKey: .priority)
    }

    /// RFC 3339 in UTC with milliseconds, which keep the order of what happens within a second.
    ///
    /// - Parameter date: The time.
    /// - Returns: The text.
    package static func text(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
