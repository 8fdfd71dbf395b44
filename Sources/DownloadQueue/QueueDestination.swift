import WHATWGURL

/// The URL, directory and name of a download, by which a repeated request is recognized.
package struct QueueDestination: Sendable, Hashable {
    private let url: WebURL
    private let directory: String
    private let name: String?

    /// Creates the destination of a request.
    package init(_ request: NewQueueItem) {
        (url, directory) = (request.url, request.directory)
        // A store does not distinguish an empty name from none.
        name = request.name.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Creates the destination of an item.
    package init(_ item: QueueItem) {
        self.init(item.request)
    }
}
