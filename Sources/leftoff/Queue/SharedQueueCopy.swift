import DownloadImportExport
import DownloadQueue
import RecordIDs
import WHATWGURL

/// A copy of a shared queue whose rows are data: another user or machine may have written them.
///
/// The rows are treated like the entries of a list. What they say about files on this machine counts as little as their
/// states, which would let a worker delete or rename files.
struct SharedQueueCopy {
    /// The rules for the requests.
    let rules: ListRules

    /// Returns what a copy adds, and what it leaves out.
    ///
    /// - Parameter items: The items of a shared queue.
    /// - Returns: The plan, and the number of items that are not copied.
    func plan(_ items: [QueueItem]) -> (downloads: DownloadPlan, leftOut: Int) {
        let copied = items.filter(isCopied)
        return (DownloadPlan(copied.map { ListedDownload($0.request) }, rules: rules), items.count - copied.count)
    }

    private func isCopied(_ item: QueueItem) -> Bool {
        item.url.isHTTP && item.state != .done && item.state != .cancelled
    }

    /// Returns the items to insert into a queue of the user's own.
    ///
    /// - Parameter items: Items of a shared queue.
    /// - Returns: New items that are ready or paused. Finished and removed downloads are left out.
    func items(_ items: [QueueItem]) -> [QueueItem] {
        zip(items.filter(isCopied), plan(items).downloads.downloads).map { old, download in
            let isValid = old.id.utf8.count == RecordID.length && old.id.utf8.allSatisfy(RecordID.alphabet.contains)
            var new = QueueItem(
                id: isValid ? old.id : RecordID.random(), request: download.item, addedAt: old.addedAt)
            // One that has failed does not fail again unasked.
            if [.paused, .failed, .quarantined].contains(old.state) { new.state = .paused }
            return new
        }
    }
}
