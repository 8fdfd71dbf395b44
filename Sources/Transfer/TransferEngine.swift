import Synchronization

/// Runs transfers over http and https: one thread, one libcurl multi handle, any number of requests.
///
/// Requests beyond the limits wait in a queue of the engine, where no timeout of theirs runs. Connections are kept and reused;
/// HTTP/2 is spoken where the server offers it. Redirects are followed here rather than in libcurl, so that the URL Standard
/// resolves them and every hop is checked.
package final class TransferEngine: Sendable {
    /// The limits of an engine.
    package struct Configuration: Sendable, Hashable {
        /// How many transfers run at once; at least 1.
        package var maximumConcurrent: Int

        /// How many transfers run at once with one host, whatever the port; at least 1.
        package var maximumPerHost: Int

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
        let job = TransferJob(request: request, sink: sink)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                mailbox.submit(job, continuation)
            }
        } onCancel: {
            mailbox.cancel(job)
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
