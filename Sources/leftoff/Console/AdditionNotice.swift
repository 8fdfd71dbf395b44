import Motion
import TerminalHUD

/// A short animation that shows that a command has stored something: a symbol flies to a badge with the count.
///
/// It is shown only on a terminal with full animation. Otherwise, nothing is printed, and the command does not wait.
struct AdditionNotice {
    /// The text beside the badge, such as `Queued 3 downloads`.
    var title: String
    /// The symbol that flies to the badge.
    var symbol: Symbol
    /// The number of things that the command has stored.
    var added: Int
    /// Returns the number of things that are stored now, including the added ones.
    var count: () throws -> Int

    /// Shows the animation, which takes at most 0.3 s.
    ///
    /// - Parameter options: The options of the command, which determine if the animation is shown.
    /// - Throws: `CommandFailure` (usage) if `LEFTOFF_MOTION` is not a mode, and the errors of ``count``.
    func show(options: GlobalOptions) async throws {
        let options = try options.hudOptions()
        guard added > 0, options.motion == .full, StandardDescriptors.outputIsTerminal,
            let display = StatusDisplays.live(options: options, delay: .zero)
        else { return }
        display.update(HUDStatus(title: title, badge: HUDBadge(symbol: symbol, count: try count(), thrown: added)))
        await display.finish(.success, summary: title)
    }
}
