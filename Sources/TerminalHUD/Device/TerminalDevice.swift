/// A terminal as the display sees it: something with a size that takes bytes, perhaps not all at once.
package protocol TerminalDevice: Sendable {
    /// The size now; asked before every frame.
    var size: TerminalSize { get }

    /// Whether the process may draw now: not while it is in the background.
    var isForeground: Bool { get }

    /// Offers bytes without waiting.
    ///
    /// - Parameters:
    ///   - bytes: What to write.
    ///   - isWhole: Whether a complete write leaves the cursor where `prepareRestore` expects it.
    /// - Returns: How many of the bytes were taken; nil once the terminal is gone.
    func offer(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> Int?

    /// Waits until the terminal takes bytes again.
    ///
    /// - Parameter timeout: How long to wait at most.
    /// - Returns: False if it still takes none, or is gone.
    func waitUntilWritable(timeout: Duration) -> Bool

    /// Starts to restore the terminal on signals and at the process' end.
    ///
    /// - Returns: False if that can't be done, so that nothing may be drawn.
    func beginGuard() -> Bool

    /// Ends what `beginGuard` began.
    func endGuard()

    /// Sets what is written if the process ends now.
    ///
    /// - Parameters:
    ///   - parked: The bytes for when the last frame was written whole.
    ///   - torn: The bytes for when it was written in part.
    func prepareRestore(parked: [UInt8], torn: [UInt8])

    /// Says that the work is done: from now on a signal only cuts the closing animation short.
    func beginFinishing()

    /// Whether a signal to end has come.
    var isInterrupted: Bool { get }

    /// Says once after each stop of the process that it goes on.
    ///
    /// - Returns: Whether the screen must be drawn anew.
    func takeResumed() -> Bool

    /// Lets the terminal's answers be read and keeps them off the screen, until `endAsking` or a signal.
    ///
    /// - Parameter takesTyped: Whether what was typed before is read too; otherwise it belongs to whoever reads next, and
    ///   nothing is asked.
    /// - Returns: False if that can't be done, so that nothing may be asked.
    func beginAsking(takesTyped: Bool) -> Bool

    /// Takes what the terminal has answered.
    ///
    /// - Parameter timeout: How long to wait at most if there is nothing yet.
    /// - Returns: The bytes; nil once nothing can come any more.
    func takeAnswer(waiting timeout: Duration) -> [UInt8]?

    /// Puts the terminal's modes back.
    func endAsking()
}
