import Synchronization

/// Runs transfers over http and https: one thread, libcurl's multi handles, any number of requests.
///
/// Requests beyond the limits wait in a queue of the engine, where no timeout of theirs runs. Connections are kept and reused;
/// HTTP/2 is spoken where the server offers it. Redirects are followed here rather than in libcurl, so that the URL Standard
/// resolves them and every hop is checked.
package final class TransferEngine: Sendable {
    /// The limits of an engine, and what all its transfers share.
    package struct Configuration: Sendable, Hashable {
        /// How many transfers run at once; at least 1.
        package var maximumConcurrent: Int

        /// How many transfers run at once with one host, whatever the port; at least 1.
        package var maximumPerHost: Int

        /// The same for hosts that are this machine; nil for no exception.
        package var maximumPerLoopbackHost: Int?

        /// The proxy of all transfers, as an address; nil takes it from the environment.
        package var proxy: String?

        /// A netrc file with names and passwords by host; nil uses none.
        package var netrcPath: String?

        /// A file of certificates to trust instead of the system's; nil trusts those.
        package var certificatePath: String?

        /// The cookies to begin with, as lines of Netscape's cookie file; nil sends and takes none at all.
        package var cookies: [String]?

        /// Makes a configuration.
        ///
        /// 6 is what browsers open to a host, so servers expect it. 64 keeps a fast line busy at 50 ms a page and stays far below
        /// the usual limit of 1024 open files.
        ///
        /// - Parameters:
        ///   - maximumConcurrent: How many transfers run at once.
        ///   - maximumPerHost: How many run at once with one host.
        package init(maximumConcurrent: Int = 64, maximumPerHost: Int = 6) {
            self.maximumConcurrent = max(1, maximumConcurrent)
            self.maximumPerHost = max(1, maximumPerHost)
        }

        /// How many transfers run at once with a host.
        ///
        /// - Parameter hostname: The host's name, as ``WebURL/hostname`` gives it.
        /// - Returns: The number, at least 1.
        package func maximum(forHost hostname: String) -> Int {
            let number = AdmissionQueue.isLoopback(hostname) ? maximumPerLoopbackHost ?? maximumPerHost : maximumPerHost
            return min(number, maximumConcurrent)
        }
    }

    /// The limits that this engine was made with.
    package let configuration: Configuration

    private let mailbox: EngineMailbox

    /// Makes an engine.
    ///
    /// Its thread starts with the first request.
    ///
    /// - Parameter configuration: The limits.
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
    ///   - request: What to fetch.
    ///   - sink: Takes in the response, on the engine's thread.
    /// - Returns: What came of it; any status code is a result.
    /// - Throws: ``TransferError``, or what the sink threw.
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

    /// Starts a transfer and returns at once; for those who run thousands and need no task for each.
    ///
    /// - Parameters:
    ///   - request: What to fetch.
    ///   - sink: Takes in the response, on the engine's thread.
    ///   - completion: Told what came of it, once, on the engine's thread or the caller's; it is to be quick.
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

    /// The cookies as they are now, as lines of Netscape's cookie file; none unless the configuration has some.
    package func cookies() async -> [String] {
        await withCheckedContinuation { continuation in
            mailbox.readCookies { continuation.resume(returning: $0) }
        }
    }

    /// Ends all transfers with ``TransferError/shutDown(url:)``, then the engine's thread.
    ///
    /// Later requests fail at once.
    package func shutdown() async {
        await withCheckedContinuation { continuation in
            mailbox.shutDown { continuation.resume() }
        }
    }
}
