import Synchronization
import TerminalHUD

/// A status display that keeps what it is given.
final class RecordingDisplay: StatusDisplay {
    private struct State {
        var statuses: [HUDStatus] = []
        var lines: [String] = []
        var end: (outcome: HUDOutcome, summary: String)?
    }

    private let state = Mutex(State())

    var statuses: [HUDStatus] { state.withLock { $0.statuses } }
    var lines: [String] { state.withLock { $0.lines } }
    var end: (outcome: HUDOutcome, summary: String)? { state.withLock { $0.end } }

    func update(_ status: HUDStatus) { state.withLock { $0.statuses.append(status) } }
    func log(_ line: String) { state.withLock { $0.lines.append(line) } }
    func finish(_ outcome: HUDOutcome, summary: String) async { state.withLock { $0.end = (outcome, summary) } }
    func whileHidden<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}
