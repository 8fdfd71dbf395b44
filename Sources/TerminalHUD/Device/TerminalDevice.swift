/// A terminal that may accept only some of the offered bytes, and that is restored when the process ends.
package protocol TerminalDevice: Sendable {
    /// The current size.
    var size: TerminalSize { get }

    /// True if the process may draw; false in the background.
    var isForeground: Bool { get }

    /// True if the terminal has disappeared, as when its window was closed.
    var isGone: Bool { get }

    /// Offers bytes without waiting.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to write.
    ///   - isWhole: True if the last of the bytes completes a frame. After that byte, `parked` restores the terminal
    ///     (see `prepareRestore`), and otherwise `torn`.
    /// - Returns: The number of bytes accepted; nil if the terminal is gone.
    func offer(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> Int?

    /// Waits until the terminal accepts bytes again.
    ///
    /// - Parameter timeout: The maximum time to wait.
    /// - Returns: False if it still accepts no bytes, or is gone.
    func waitUntilWritable(timeout: Duration) -> Bool

    /// Starts to guard the terminal: signals and the end of the process restore it.
    ///
    /// - Returns: False if that is impossible, in which case nothing may be drawn.
    func beginGuard() -> Bool

    /// Ends the guard that `beginGuard` started, after finishing a query without discarding output.
    func endGuard()

    /// Sets the bytes that restore the terminal if the process ends now.
    ///
    /// - Parameters:
    ///   - parked: The bytes to write if the last frame is complete.
    ///   - torn: The bytes to write if the last frame is incomplete.
    func prepareRestore(parked: [UInt8], torn: [UInt8])

    /// Announces that the run has ended.
    ///
    /// From now on, a signal only shortens the closing animation.
    func beginFinishing()

    /// True if a signal has asked the process to end.
    var isInterrupted: Bool { get }

    /// Returns true once after the process was stopped and continued, because the whole screen must then be redrawn.
    func consumeResumption() -> Bool

    /// Starts to read the terminal's responses, without showing them on the screen, until `endQuery` or a signal.
    ///
    /// - Parameter includesTypeahead: True to read text that was typed earlier too. Otherwise, such text stays unread
    ///   for the next program. Its presence prevents the query, as unread output does, and the next bytes that are
    ///   offered must begin with the request.
    /// - Returns: False if that is impossible, in which case no request may be sent.
    func beginQuery(includesTypeahead: Bool) -> Bool

    /// Reads the bytes that the terminal has sent.
    ///
    /// - Parameter timeout: The maximum time to wait if no bytes have arrived.
    /// - Returns: The bytes; nil if no more can arrive.
    func readResponse(timeout: Duration) -> [UInt8]?

    /// Restores the terminal's modes.
    func endQuery()

    /// Waits, for a limited time, for the response to a request that was written, and discards it.
    ///
    /// Otherwise, the shell would read the response as if it had been typed.
    ///
    /// - Parameter discardsOutput: True to discard the output that the terminal has not read, and with it the request,
    ///   if the response does not come.
    /// - Returns: True if output was discarded.
    func finishQuery(discardsOutput: Bool) -> Bool

    /// Discards the bytes that have arrived during the query but were not read.
    func discardInput()
}
