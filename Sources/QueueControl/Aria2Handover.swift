package import DownloadQueue
package import Downloads
import Fetching
package import FoundationEssentials
package import ImportExport
import Synchronization
import Syntax
package import WHATWGURL

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

/// A connection to the JSON-RPC interface of aria2.
package protocol Aria2Connection: Sendable {
    /// Sends a call.
    ///
    /// - Parameter call: The items to add.
    /// - Returns: aria2's result for each item, in order.
    /// - Throws: `TransferError` if aria2 cannot be reached, ``QueueControlError`` if it rejects the call.
    func send(_ call: Aria2Call) async throws -> [Aria2Call.Outcome]
}

/// A client of a running aria2.
package struct Aria2Client: Aria2Connection {
    /// A sink that collects a response in memory.
    private final class ResponseSink: TransferSink {
        /// The maximum size of a response.
        ///
        /// It is far larger than any response to aria2's requests, which have at most 2 MiB.
        private static let byteLimit = 64 << 20
        let bytes = Mutex<[UInt8]>([])

        func receive(head: ResponseHead) throws -> BodyDecision { .accept }

        func receive(body: UnsafeRawBufferPointer) throws {
            try bytes.withLock { bytes in
                guard bytes.count + body.count <= Self.byteLimit else {
                    throw Aria2Call.Failure.malformed("it is longer than \(Self.byteLimit) bytes")
                }
                bytes.append(contentsOf: body)
            }
        }
    }

    private let url: WebURL
    private let userAgent: String

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - url: The URL of the interface, such as `http://127.0.0.1:6800/jsonrpc`.
    ///   - userAgent: The value of User-Agent.
    package init(url: WebURL, userAgent: String) {
        self.url = url
        self.userAgent = userAgent
    }

    package func send(_ call: Aria2Call) async throws -> [Aria2Call.Outcome] {
        var request = TransferRequest(
            url: url, method: .post, headers: [HeaderField(name: "Content-Type", value: "application/json")])
        request.totalTimeout = .seconds(120)
        request.userAgent = userAgent
        request.body = call.body
        // The secret must not be sent to any other host.
        request.followsRedirects = false
        let sink = ResponseSink()
        let engine = TransferEngine()
        let result: Result<TransferSummary, any Error>
        do {
            result = .success(try await engine.run(request, into: sink))
        } catch {
            result = .failure(error)
        }
        await engine.shutdown()
        let status = try result.get().head?.status
        if let status, (300..<400).contains(status) { throw QueueControlError.aria2Redirect(url, status: status) }
        do {
            // aria2 reports errors with status 400 or 500 and details in the body.
            return try call.outcomes(of: sink.bytes.withLock { $0 })
        } catch {
            throw QueueControlError.aria2(url, error, status: status)
        }
    }
}

/// An error of importing downloads or of sending them to another program.
package enum QueueControlError: Error, CustomStringConvertible {
    /// A list contains lines that cannot be downloaded: the first of them, at least one, and their number, which is at
    /// most `QueueImport.problemLimit`.
    case invalidLines(list: String, problems: [QueueImport.Problem], count: Int)
    /// The JSON-RPC interface of aria2 responded with a redirect, which is not followed because requests contain its
    /// secret.
    case aria2Redirect(WebURL, status: Int)
    /// aria2 refused a call, or its response is malformed.
    case aria2(WebURL, Aria2Call.Failure, status: Int?)

    package var description: String {
        switch self {
        case .invalidLines(let path, let problems, let count):
            let list = Self.name(of: path)
            if count == 1 { return Self.line(list, problems[0]) }
            let lines = count < QueueImport.problemLimit ? "\(count) lines" : "at least \(count) lines"
            let rest = count > problems.count ? " (the first \(problems.count) are shown)" : ""
            return "\(list): \(lines) are invalid\(rest); nothing was added"
        case .aria2Redirect(let url, let status):
            return "\(url.displayText): redirected (HTTP \(status)); redirects are not followed, since they could "
                + "disclose the secret"
        case .aria2(let url, .unauthorized, _): return "\(url.displayText): \(Aria2Call.Failure.unauthorized)"
        case .aria2(let url, let failure, let status):
            return "\(url.displayText): \(failure)\(status.map { " (HTTP \($0))" } ?? "")"
        }
    }

    /// The lines to print before the description; if a list has several invalid lines, one for each.
    package var details: [String] {
        guard case .invalidLines(let list, let problems, let count) = self, count > 1 else { return [] }
        return problems.map { Self.line(Self.name(of: list), $0) }
    }

    /// Returns the name of a list; `-` is standard input.
    private static func name(of list: String) -> String { list == "-" ? "standard input" : list }

    private static func line(_ list: String, _ problem: QueueImport.Problem) -> String {
        let text = problem.text.isEmpty ? "" : ": \(problem.text)"
        return "\(list):\(problem.line)\(text): \(problem.reason)"
    }
}
