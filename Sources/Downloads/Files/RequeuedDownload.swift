package import DownloadQueue

/// A quarantined download that was added again.
package struct RequeuedDownload: Sendable {
    /// The item as it was before.
    package let item: QueueItem

    /// True if the quarantined file no longer exists; false if it could not be deleted.
    package let isFileGone: Bool

    /// Creates the description of a download that was added again.
    package init(item: QueueItem, isFileGone: Bool) {
        self.item = item
        self.isFileGone = isFileGone
    }
}
