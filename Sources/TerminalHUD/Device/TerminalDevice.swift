/// A terminal that accepts bytes, perhaps not all at once, and that is restored when the process ends.
package protocol TerminalDevice: Sendable {
    /// The current size.
    var size: TerminalSize { get }

    /// True if the process may draw, which it may not in the background.
    var isForeground: Bool { get }

    /// Offers bytes without waiting.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to write.
    ///   - isWhole: True if a complete write leaves the cursor at the position that `prepareRestore` assumes.
    /// - Returns: The number of accepted bytes; nil once the terminal is gone.
    func offer(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> Int?

    /// Waits until the terminal accepts bytes again.
    ///
    /// - Parameter timeout: The longest time to wait.
    /// - Returns: False if it still accepts none, or is gone.
    func waitUntilWritable(timeout: Duration) -> Bool

    /// Starts to restore the terminal on signals and at the end of the process.
    ///
    /// - Returns: False if that is impossible, so that nothing may be drawn.
    func beginGuard() -> Bool

    /// Ends the guard that `beginGuard` began.
    func endGuard()

    /// Sets the bytes that restore the terminal if the process ends now.
    ///
    /// - Parameters:
    ///   - parked: The bytes to write if the last frame is complete.
    ///   - torn: The bytes to write if the last frame is incomplete.
    func prepareRestore(parked: [UInt8], torn: [UInt8])

    /// Announces that the run has ended.
    ///
    /// From now on a signal only cuts the closing animation short.
    func beginFinishing()

    /// True if a signal has asked the process to end.
    var isInterrupted: Bool { get }

    /// Returns true once after each stop of the process, when the screen must be drawn anew.
    func consumeResumption() -> Bool

    /// Starts to read the terminal's responses and to keep them off the screen, until `endQuery` or a signal.
    ///
    /// - Parameter includesTypeahead: True to read text that was typed earlier too. Otherwise such text belongs to
    ///   the next program, and a query is refused while there is any.
    /// - Returns: False if that is impossible, so that no request may be sent.
    func beginQuery(includesTypeahead: Bool) -> Bool

    /// Reads the bytes that the terminal has sent.
    ///
    /// - Parameter timeout: The longest time to wait if there are none.
    /// - Returns: The bytes; nil if no more can arrive.
    func readResponse(timeout: Duration) -> [UInt8]?

    /// Restores the terminal's modes.
    func endQuery()
}
