/// A display of a command's progress on standard error.
///
/// All methods may be called from any thread. They return at once, except for `finish` and `whileHidden`.
package protocol StatusDisplay: Sendable {
    /// Replaces the status.
    ///
    /// If there are several updates between two frames, only the last one is shown.
    func update(_ status: HUDStatus)

    /// Prints one line above the status.
    ///
    /// - Parameter line: The text without a line end; what a terminal obeys or hides in it is replaced.
    func log(_ line: String)

    /// Ends the display: the ring closes, the symbol is drawn, and the summary stays on the screen.
    ///
    /// The closing animation takes at most 0.3 s, because it delays the prompt; if motion is disabled, there is none. A
    /// signal shortens it. Later calls have no effect.
    ///
    /// - Parameters:
    ///   - outcome: The outcome of the run.
    ///   - summary: The line that stays on the screen; empty for none.
    func finish(_ outcome: HUDOutcome, summary: String) async

    /// Removes the status from the screen while other output, such as data on stdout, is written to the same
    /// terminal.
    ///
    /// - Parameter body: Writes complete lines; it must not call the display's methods.
    /// - Returns: The result of `body`.
    /// - Throws: The error that `body` throws.
    func whileHidden<Result>(_ body: () throws -> Result) rethrows -> Result
}
