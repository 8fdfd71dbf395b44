/// The numbers of items that a worker downloads and finishes, in total and for each host.
struct WorkerSlots {
    /// The number of items that are being downloaded.
    private(set) var active = 0

    /// The number of items of each host that are being downloaded.
    private(set) var activeByHost: [String: Int] = [:]

    /// The number of items of each host that are being downloaded or finished.
    private var runningByHost: [String: Int] = [:]

    /// Counts an item whose download begins.
    mutating func begin(host: String) {
        active += 1
        activeByHost[host, default: 0] += 1
        runningByHost[host, default: 0] += 1
    }

    /// Counts an item whose bytes have all been received, or whose download has failed.
    mutating func endDownload(host: String) {
        active -= 1
        let count = activeByHost[host, default: 1] - 1
        activeByHost[host] = count > 0 ? count : nil
    }

    /// Counts an item that has ended.
    ///
    /// - Parameter host: The item's host.
    /// - Returns: True if no other item of the host is being downloaded or finished.
    mutating func end(host: String) -> Bool {
        let count = runningByHost[host, default: 1] - 1
        runningByHost[host] = count > 0 ? count : nil
        return count == 0
    }
}
