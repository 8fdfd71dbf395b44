package import FoundationEssentials
import Timestamps
import WHATWGURL

/// The JSON of an item in the queue's lists.
///
/// Every key is present; a missing value is null.
package struct QueueItemJSON: Encodable, Sendable {
    private enum Key: String, CodingKey {
        case id, url, state, path, bytes, total, attempts, sha256, etag, error, addedAt, finishedAt, priority
    }

    private enum ErrorKey: String, CodingKey {
        case `class`, message
    }

    private let item: QueueItem
    private let includesCredentials: Bool

    /// Creates the JSON of an item whose URL is shown without its user name and password.
    package init(_ item: QueueItem) {
        self.init(item, includesCredentials: false)
    }

    /// Creates the JSON of an item.
    ///
    /// - Parameters:
    ///   - item: The item as it is stored.
    ///   - includesCredentials: True if the URL keeps its user name and password.
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

    /// Returns a time in RFC 3339 format in UTC, with milliseconds to preserve the order of events within a second.
    package static func text(_ date: Date) -> String {
        RFC3339.string(date)
    }
}
