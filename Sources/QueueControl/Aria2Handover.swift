import DownloadImportExport
package import DownloadQueue
package import Downloads
package import FoundationEssentials

/// A transfer of queue items to a running aria2.
///
/// Items are paused before they are sent, so that no worker starts one of them meanwhile. Items that aria2 rejects are
/// resumed; items that it accepts stay paused or are removed.
package struct Aria2Handover {
    /// The result of sending one call.
    package struct Result {
        /// The ids of the items that aria2 accepted or already had.
        package var accepted: [String] = []
        /// The ids of the items that aria2 rejected, with its reasons.
        package var refused: [(id: String, reason: String)] = []
        /// The reasons why items were not sent: a field contains a line break or a NUL.
        package var unsafe: [QueueError] = []
    }

    /// The states of the items that can be sent: all but done, quarantined and removed ones.
    package static let sendableStates: Set<QueueState> = [.ready, .running, .waiting, .paused, .verifying, .failed]

    private static let pausableStates: Set<QueueState> = [.ready, .running, .waiting, .verifying]

    private let store: any QueueStore
    private let connection: any Aria2Connection
    private let now: @Sendable () -> Date
    private let makeCalls: ([QueueItem]) throws -> (calls: [Aria2Call], unsafe: [QueueError])

    /// The limits within which aria2 obeys the items, and within which files are deleted; nil if the items decide.
    package var rules: WorkerRules?

    /// True to remove accepted items from the queue instead of leaving them paused.
    package var removesAccepted = false

    /// Creates a handover.
    ///
    /// - Parameters:
    ///   - store: The queue that the items belong to.
    ///   - connection: The connection to aria2.
    ///   - secret: aria2's RPC secret; nil if it has none.
    ///   - includesCredentials: True to send user names, passwords and fields such as Cookie.
    ///   - now: Returns the current time.
    package init(
        store: any QueueStore, connection: any Aria2Connection, secret: String?, includesCredentials: Bool,
        now: @escaping @Sendable () -> Date
    ) {
        self.store = store
        self.connection = connection
        self.now = now
        makeCalls = { try Aria2Call.calls($0, secret: secret, includesCredentials: includesCredentials) }
    }

    /// Sends items in as few calls as aria2 accepts.
    ///
    /// - Parameters:
    ///   - items: The items to send, in one of ``sendableStates``.
    ///   - report: Called after each call.
    /// - Throws: The errors of the queue, the connection and `report`. The items of a failed call are resumed.
    package func send(_ items: [QueueItem], report: (Result) throws -> Void) async throws {
        let (calls, unsafe) = try makeCalls(reduced(items))
        if !unsafe.isEmpty { try report(Result(unsafe: unsafe)) }
        for call in calls {
            for (call, pausedIDs) in try pause(call) { try report(try await send(call, pausedIDs: pausedIDs)) }
        }
    }

    /// Pauses the items of a call, so that no worker downloads them.
    ///
    /// If the state of an item has changed meanwhile, the call is made again from the current items.
    ///
    /// - Parameter call: The call whose items are paused.
    /// - Returns: The calls to send instead, each with the ids of the items that were paused for it. Items that can no
    ///   longer be sent, such as finished ones, are left out.
    /// - Throws: An error of the queue.
    private func pause(_ call: Aria2Call) throws -> [(call: Aria2Call, pausedIDs: [String])] {
        var calls = [call]
        while true {
            let items = calls.flatMap(\.items)
            let pausableIDs = items.filter { Self.pausableStates.contains($0.state) }.map(\.id)
            do {
                try store.pause(ids: pausableIDs, at: now())
                let pausedIDs = Set(pausableIDs)
                return calls.map { call in (call, call.items.map(\.id).filter(pausedIDs.contains)) }
            } catch QueueError.notAllowed, QueueError.notFound {
                let current = Dictionary(
                    try store.items(in: Self.sendableStates).map { ($0.id, $0) }
                ) { first, _ in first }
                calls = try makeCalls(
                    reduced(items.compactMap { Self.pausableStates.contains($0.state) ? current[$0.id] : $0 })
                ).calls
            }
        }
    }

    private func send(_ call: Aria2Call, pausedIDs: [String]) async throws -> Result {
        let outcomes: [Aria2Call.Outcome]
        do {
            outcomes = try await connection.send(call)
        } catch {
            try store.resume(ids: pausedIDs, at: now())
            throw error
        }
        var result = Result()
        for (item, outcome) in zip(call.items, outcomes) {
            switch outcome {
            case .added, .duplicate: result.accepted.append(item.id)
            case .refused(let reason): result.refused.append((item.id, reason))
            }
        }
        let refusedIDs = Set(result.refused.map(\.id))
        try store.resume(ids: pausedIDs.filter(refusedIDs.contains), at: now())
        if removesAccepted { try store.remove(ids: result.accepted, at: now(), rules: rules) }
        return result
    }

    /// Returns the items without the parts that aria2 must not obey.
    private func reduced(_ items: [QueueItem]) -> [QueueItem] {
        guard let rules else { return items }
        return items.map { rules.reduced($0) { _ in } }
    }
}
