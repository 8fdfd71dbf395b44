/// Shows on stderr how a run goes on.
///
/// All methods may be called from any thread and return at once, but for `finish` and `whileHidden`.
package protocol StatusDisplay: Sendable {
    /// Replaces the status that is shown. Updates that come faster than frames are merged.
    ///
    /// - Parameter status: What the command is doing now.
    func update(_ status: HUDStatus)

    /// Writes one line that stays, above the status.
    ///
    /// - Parameter line: The text, without a line end; control characters in it are replaced.
    func log(_ line: String)

    /// Ends the display: the ring closes, the symbol is drawn, the summary stays.
    ///
    /// Takes at most 0.3 s, and only where things move, so that nobody is kept from the prompt. A signal cuts it short. Later
    /// calls do nothing.
    ///
    /// - Parameters:
    ///   - outcome: How the run ended.
    ///   - summary: The one line that stays on the screen; empty for none.
    func finish(_ outcome: HUDOutcome, summary: String) async

    /// Takes the status off the screen while other output, such as data on stdout, is written to the same terminal.
    ///
    /// - Parameter body: Writes whole lines, and calls none of the display's methods.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    func whileHidden<Result>(_ body: () throws -> Result) rethrows -> Result
}
