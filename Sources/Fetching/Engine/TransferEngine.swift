import CLibCurl
import Synchronization

/// An engine that runs HTTP transfers on one thread, with libcurl's multi interface.
///
/// Requests beyond the limits are queued, and their timeouts start only when they leave the queue. Connections are
/// reused, with HTTP/2 if the server supports it. The engine itself follows redirects, so that they are resolved by the
/// URL Standard and every hop is checked.
///
/// ```swift
/// final class Counter: TransferSink {
///     let byteCount = Atomic(0)
///     func receive(head: ResponseHead) -> BodyDecision { .accept }
///     func receive(body: UnsafeRawBufferPointer) { byteCount.add(body.count, ordering: .relaxed) }
/// }
///
/// let engine = TransferEngine()
/// let counter = Counter()
/// let summary = try await engine.run(TransferRequest(url: url), into: counter)
/// print(summary.head?.status as Any, counter.byteCount.load(ordering: .relaxed))
/// await engine.shutdown()
/// ```
package final class TransferEngine: Sendable {
    /// The limits of an engine, and the options that all its transfers share.
    package struct Configuration: Sendable, Hashable {
        /// The maximum number of simultaneous transfers; at least 1.
        package var maximumConcurrent: Int

        /// The maximum number of simultaneous transfers with one host, on any port; at least 1.
        package var maximumPerHost: Int

        /// The maximum number of simultaneous transfers with a loopback host; nil for ``maximumPerHost``.
        package var maximumPerLoopbackHost: Int?

        /// The URL of the proxy of all transfers; nil to use the environment's.
        package var proxy: String?

        /// The path of a netrc file with user names and passwords; nil uses none.
        ///
        /// A transfer uses it only if its request says so (``TransferRequest/usesNetrc``).
        package var netrcPath: String?

        /// The path of a file of certificates to trust instead of the system's; nil to trust the system's.
        package var certificatePath: String?

        /// The initial cookies as lines of Netscape's cookie file.
        ///
        /// If it is nil, only the cookies that a redirect sets are sent, to its target and the targets after it.
        package var cookies: [String]?

        /// Creates a configuration.
        ///
        /// Servers expect 6 connections from a client, because that is how many a browser opens to a host. 64 transfers
        /// keep a fast line busy if a page takes 50 ms, and stay far below the usual limit of 1024 open files.
        package init(maximumConcurrent: Int = 64, maximumPerHost: Int = 6) {
            self.maximumConcurrent = max(1, maximumConcurrent)
            self.maximumPerHost = max(1, maximumPerHost)
        }

        /// Returns the maximum number of simultaneous transfers with a host, given in the form of ``WebURL/hostname``.
        package func maximum(forHost hostname: String) -> Int {
            if AdmissionQueue.isLoopback(hostname), let maximumPerLoopbackHost {
                return min(maximumPerLoopbackHost, maximumConcurrent)
            }
            return min(maximumPerHost, maximumConcurrent)
        }
    }

    /// The configuration that the engine was created with.
    package let configuration: Configuration

    private let mailbox: EngineMailbox

    /// Creates an engine, whose thread starts with the first request.
    package init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        mailbox = EngineMailbox(configuration: configuration)
    }

    deinit {
        mailbox.shutDown(then: nil)
    }

    /// Runs a transfer.
    ///
    /// Cancelling the task ends it at once.
    ///
    /// - Parameters:
    ///   - request: The request with its limits.
    ///   - sink: The receiver of the response, which is called on the engine's thread.
    /// - Returns: A summary, for any status code.
    /// - Throws: ``TransferError``, or the error that the sink threw.
    package func run(_ request: TransferRequest, into sink: any TransferSink) async throws -> TransferSummary {
        try RequestCheck.check(request)
        let job = TransferJob(request: request, sink: sink, mailbox: mailbox)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                mailbox.submit(job, continuation)
            }
        } onCancel: {
            job.cancel()
        }
    }

    /// Starts a transfer and returns at once, which saves a task for each transfer.
    ///
    /// - Parameters:
    ///   - request: The request with its limits.
    ///   - sink: The receiver of the response, which is called on the engine's thread.
    ///   - completion: A function that is called once with the result, on the engine's thread or the caller's. It must
    ///     not block.
    /// - Returns: A handle that resumes or cancels the transfer.
    package func start(
        _ request: TransferRequest, into sink: any TransferSink,
        completion: @escaping @Sendable (Result<TransferSummary, any Error>) -> Void
    ) -> any FlowControl {
        let job = TransferJob(request: request, sink: sink, mailbox: mailbox, completion: completion)
        do throws(TransferError) {
            try RequestCheck.check(request)
            mailbox.submit(job)
        } catch {
            job.end(.failure(error))
        }
        return job
    }

    /// Returns the current cookies as lines of Netscape's cookie file; empty if the configuration has no cookies.
    package func cookies() async -> [String] {
        await withCheckedContinuation { continuation in
            mailbox.readCookies { continuation.resume(returning: $0) }
        }
    }

    /// Ends all transfers with ``TransferError/shutDown(url:)``, and then the engine's thread.
    ///
    /// Later requests fail at once.
    package func shutdown() async {
        await withCheckedContinuation { continuation in
            mailbox.shutDown { continuation.resume() }
        }
    }
}

/// A receiver of one response.
///
/// The engine calls a sink on its own thread, one call at a time, and never after ``TransferEngine/run(_:into:)`` has
/// returned. A call delays all transfers of the engine, so it must not block.
package protocol TransferSink: AnyObject, Sendable {
    /// Receives the head of the final response, once.
    ///
    /// - Parameter head: The head, never that of a redirect that is followed.
    /// - Returns: The decision about the body.
    /// - Throws: Any error, with which the transfer then fails.
    func receive(head: ResponseHead) throws -> BodyDecision

    /// Receives the next bytes of the body, decompressed if the request accepts compression.
    ///
    /// - Parameter body: The bytes, which are valid only during the call; never empty.
    /// - Throws: Any error, with which the transfer then fails.
    func receive(body: UnsafeRawBufferPointer) throws

    /// True if the sink can receive bytes of the body now; read before each piece of the body.
    ///
    /// False pauses the transfer until the sink's owner calls ``FlowControl/resume()``.
    var isReady: Bool { get }
}

extension TransferSink {
    package var isReady: Bool { true }
}

/// The decision of a sink about a body.
package enum BodyDecision: Sendable, Hashable {
    /// The sink receives the body, or the rest of it.
    case accept

    /// The transfer ends here without an error.
    case refuse
}

/// A handle of a running stream, which resumes the stream when its receiver is ready again, or cancels it.
///
/// A receiver that is not ready pauses its sender (back-pressure). This protocol resumes and cancels every kind of
/// stream: a transfer, the page that it contains, and a local file that is read instead. It is limited to classes, so
/// that the stream itself is the handle and no allocation is needed.
///
/// Both functions may be called on any thread and at any time. They return at once and have no effect on a stream that
/// has ended.
package protocol FlowControl: AnyObject, Sendable {
    /// Resumes the stream if its receiver was not ready.
    func resume()

    /// Ends the stream as cancelled, unless it has already ended.
    func cancel()
}

/// The summary of a transfer that ended without an error.
package struct TransferSummary: Sendable, Hashable {
    /// The head of the final response; nil only in tests.
    package var head: ResponseHead?

    /// The length of the body as the sink received it, in bytes.
    var bodyBytes: Int64

    /// The length of the body as it was sent, before decompression, in bytes.
    var transferredBytes: Int64

    /// The number of redirects that were followed.
    var redirects: Int

    /// The redirects that were followed, in order.
    var hops: [RedirectHop] = []

    /// True if the sink refused the body.
    var wasRefused: Bool

    /// True if the server sent bytes beyond the end of the response, as far as they arrived in time.
    ///
    /// The bytes are discarded, and their connection is not used again. A careful caller does not trust the response
    /// either.
    package var hasExcessBody: Bool

    /// Creates a summary.
    init(
        head: ResponseHead?, bodyBytes: Int64 = 0, transferredBytes: Int64 = 0, redirects: Int = 0,
        wasRefused: Bool = false, hasExcessBody: Bool = false
    ) {
        self.head = head
        self.bodyBytes = bodyBytes
        self.transferredBytes = transferredBytes
        self.redirects = redirects
        self.wasRefused = wasRefused
        self.hasExcessBody = hasExcessBody
    }
}

/// The libcurl that this process has loaded.
package enum CurlLibrary {
    /// A description of why libcurl cannot be used; nil if it can.
    ///
    /// The first access loads and initialises libcurl.
    package static let failure = clibcurl_global_init().map { String(cString: $0) }

    /// The version of the loaded library, for example `7.88.1`.
    package static var version: String { String(cString: clibcurl_version()) }
}
