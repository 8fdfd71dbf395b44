import Motion
import TerminalHUD

/// Shows what a short command has kept: it is thrown on to the badge, which counts it.
///
/// For people alone: where standard output or standard error is no terminal, or nothing is to move, nothing is shown, and
/// nobody waits.
struct KeptNotice {
    /// What was done, such as `Queued 3 links`.
    var title: String
    /// What is thrown.
    var symbol: Symbol
    /// How many of those that are kept now are new.
    var added: Int
    /// How many are kept now.
    var count: () throws -> Int

    /// Shows it, for 0.3 s at most.
    ///
    /// - Parameter options: What decides how a status is displayed.
    /// - Throws: `CommandFailure` (usage) when `LEFTOFF_MOTION` is none of the modes; what counting throws.
    func show(options: GlobalOptions) async throws {
        let options = try options.hudOptions()
        guard added > 0, options.motion == .full, StandardDescriptors.outputIsTerminal,
            let display = StatusDisplays.live(options: options, patience: .zero)
        else { return }
        display.update(HUDStatus(title: title, badge: HUDBadge(symbol: symbol, count: try count(), thrown: added)))
        await display.finish(.success, summary: title)
    }
}
