/// A query for a terminal's features, which is sent once; no frame waits for the response.
package struct TerminalQuery: Sendable {
    /// DECRQM for mode 2026 (synchronized updates), followed by DA1, to which every terminal responds.
    package static let modeRequest = "\u{1B}[?2026$p\u{1B}[c"
    /// OSC 11, which requests the background color; fading colors are mixed with it.
    package static let backgroundRequest = "\u{1B}]11;?\u{1B}\\"
    /// The time after which the query stops waiting for a response.
    package static let timeout = Duration.milliseconds(300)

    private enum State: Sendable {
        case notSent
        case awaiting(TerminalResponse, deadline: Duration)
        case finished
    }

    private var state: State

    /// Creates a query that has not been sent.
    ///
    /// - Parameter isAllowed: False if the terminal must not be queried; nothing is then sent.
    package init(isAllowed: Bool) {
        state = isAllowed ? .notSent : .finished
    }

    /// The instant at which the query stops waiting; nil if no response is expected.
    package var deadline: Duration? {
        if case .awaiting(_, let deadline) = state { deadline } else { nil }
    }

    /// Starts to listen for a response, in the first call only.
    ///
    /// - Parameters:
    ///   - device: The terminal to which the request will be sent.
    ///   - now: The current instant.
    ///   - asksBackground: True to request the background color too, because colors will be mixed with it.
    /// - Returns: The request to write with the next frame; empty if there is nothing to send.
    package mutating func begin(on device: any TerminalDevice, at now: Duration, asksBackground: Bool) -> String {
        guard case .notSent = state else { return "" }
        guard device.beginQuery(includesTypeahead: false) else {
            state = .finished
            return ""
        }
        state = .awaiting(TerminalResponse(), deadline: now + Self.timeout)
        return (asksBackground ? Self.backgroundRequest : "") + Self.modeRequest
    }

    /// Reads the bytes that the terminal has sent.
    ///
    /// The query ends when the response is complete, when no more bytes can arrive, and at the deadline. A response
    /// that arrives later is discarded at the end of the terminal's guard.
    ///
    /// - Parameters:
    ///   - device: The terminal to which the request was sent.
    ///   - now: The current instant.
    /// - Returns: The complete response, only once; otherwise nil.
    package mutating func receive(from device: any TerminalDevice, at now: Duration) -> TerminalResponse? {
        guard case .awaiting(var response, let deadline) = state else { return nil }
        let bytes = device.readResponse(timeout: .zero)
        if let bytes { response.receive(bytes) }
        guard response.isComplete || bytes == nil || now >= deadline else {
            state = .awaiting(response, deadline: deadline)
            return nil
        }
        device.endQuery()
        state = .finished
        return response
    }
}
