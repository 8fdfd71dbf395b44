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
    /// The number of items in which each kind of data was left out, in the order of the first ones.
    private var omissions: [(what: String, count: Int)] = []

    /// Creates a copy that has read nothing.
    init(rules: ListRules) {
        self.rules = rules
    }

    /// Returns the items to insert into a queue of the user's own.
    ///
    /// - Parameter items: Items of a shared queue.
    /// - Returns: New items that are ready or paused. Finished and removed downloads are left out.
    mutating func items(_ items: [QueueItem]) -> [QueueItem] {
        let unfinished = items.filter { $0.url.isHTTP && $0.state != .done && $0.state != .cancelled }
        add("finished downloads", items.count - unfinished.count)
        let plan = DownloadPlan(unfinished.map { ListedDownload($0.request) }, rules: rules)
        for kind in plan.omissions.kinds { add(kind.what, kind.count) }
        return zip(unfinished, plan.downloads).map { old, download in
            let isValid = old.id.utf8.count == RecordID.length && old.id.utf8.allSatisfy(RecordID.alphabet.contains)
            var new = QueueItem(
                id: isValid ? old.id : RecordID.random(), request: download.item, addedAt: old.addedAt)
            // One that has failed does not fail again unasked.
            if [.paused, .failed, .quarantined].contains(old.state) { new.state = .paused }
            return new
        }
    }

    /// Messages about what was left out, one for each kind.
    var notes: [String] {
        omissions.map { "\($0.what): left out of \($0.count) \($0.count == 1 ? "entry" : "entries")" }
    }

    private mutating func add(_ what: String, _ count: Int) {
        guard count > 0 else { return }
        if let index = omissions.firstIndex(where: { $0.what == what }) {
            omissions[index].count += count
        } else {
            omissions.append((what, count))
        }
    }
}
