import CTerminal

/// Makes the display of a run.
package enum StatusDisplays {
    /// Makes the display that suits the descriptor, the environment and the options, once.
    ///
    /// - Parameter options: What decides how a status is displayed.
    /// - Returns: The animated display on a terminal, plain lines elsewhere, or one that shows only what is logged.
    package static func make(options: HUDOptions) -> any StatusDisplay {
        let device = SystemTerminal(descriptor: options.descriptor)
        if let display = live(options: options, patience: LiveSession.patience, device: device) { return display }
        let writer = LineWriter(descriptor: options.descriptor)
        switch DisplayChoice(options: options, isTerminal: device != nil) {
        case .silent:
            return SilentDisplay(write: writer.write)
        case .plain(let look, let showsMark):
            return PlainDisplay(look: look, showsMark: showsMark, write: writer.write)
        case .live(let look, _):
            return PlainDisplay(look: look, showsMark: false, write: writer.write)
        }
    }

    /// Makes the animated display, where it suits the descriptor, the environment and the options.
    ///
    /// - Parameters:
    ///   - options: What decides how a status is displayed.
    ///   - patience: How long a run must take to be shown at all.
    /// - Returns: The display; nil where nothing is to move.
    package static func live(options: HUDOptions, patience: Duration) -> LiveDisplay? {
        live(options: options, patience: patience, device: SystemTerminal(descriptor: options.descriptor))
    }

    private static func live(options: HUDOptions, patience: Duration, device: SystemTerminal?) -> LiveDisplay? {
        guard let device,
            case .live(let look, let isCalm) = DisplayChoice(options: options, isTerminal: true)
        else { return nil }
        return LiveDisplay(
            device: device, look: look, isCalm: isCalm, hidesForOutput: cterminal_is_terminal(1),
            features: TerminalFeatures(environment: options.environment), patience: patience,
            clock: DisplayThreadClock())
    }
}
