import Synchronization
import Transfer
import WHATWGURL

/// The limit of the time in which a page is received and processed, without the time in which its receiver is busy with
/// other pages.
///
/// The transfer has the same limit, but a page that takes long to process is still read after its transfer has ended.
final class PageDeadline: Sendable {
    private struct State {
        var start: Duration
        var pausedSince: Duration?
    }

    private let url: WebURL
    private let limit: Duration
    private let uptime: @Sendable () -> Duration
    private let state: Mutex<State>

    /// Starts the time of a page.
    ///
    /// - Parameters:
    ///   - url: The page's URL, for the error.
    ///   - limit: The maximum time.
    ///   - uptime: A clock that returns the time since some moment.
    init(url: WebURL, limit: Duration, uptime: @escaping @Sendable () -> Duration) {
        self.url = url
        self.limit = limit
        self.uptime = uptime
        state = Mutex(State(start: uptime()))
    }

    /// Stops the time while the receiver of the page is busy.
    func pause() {
        let now = uptime()
        state.withLock { $0.pausedSince = $0.pausedSince ?? now }
    }

    /// Checks the time, which continues after a pause.
    ///
    /// - Throws: `TransferError.timeout` if the page has taken too long.
    func check() throws {
        let now = uptime()
        let start = state.withLock { state in
            if let pausedSince = state.pausedSince.take() { state.start += now - pausedSince }
            return state.start
        }
        guard now - start > limit else { return }
        throw TransferError.timeout(url: url, detail: "receiving and reading the page took longer than \(limit)")
    }
}
