import CTerminal

/// A factory of status displays.
package enum StatusDisplays {
    /// Returns the display for a run: animated on a terminal, plain lines elsewhere, or only logged lines.
    package static func make(options: HUDOptions) -> any StatusDisplay {
        let device = SystemTerminal(descriptor: options.descriptor)
        if let display = live(options: options, delay: LiveSession.appearanceDelay, device: device) { return display }
        let writer = LineWriter(descriptor: options.descriptor)
        switch DisplayChoice(options: options, isTerminal: device != nil) {
        case .silent:
            return SilentDisplay(write: writer.write)
        case .plain(let appearance, let showsMark):
            return PlainDisplay(appearance: appearance, showsMark: showsMark, write: writer.write)
        case .live(let appearance, _):
            return PlainDisplay(appearance: appearance, showsMark: false, write: writer.write)
        }
    }

    /// Returns the animated display, or nil if the options, the environment or the descriptor do not allow it.
    ///
    /// - Parameters:
    ///   - options: The options and the environment.
    ///   - delay: The time after the start of the run before which nothing is drawn.
    /// - Returns: The display.
    package static func live(options: HUDOptions, delay: Duration) -> LiveDisplay? {
        live(options: options, delay: delay, device: SystemTerminal(descriptor: options.descriptor))
    }

    private static func live(options: HUDOptions, delay: Duration, device: SystemTerminal?) -> LiveDisplay? {
        guard let device,
            case .live(let appearance, let isCalm) = DisplayChoice(options: options, isTerminal: true)
        else { return nil }
        return LiveDisplay(
            device: device, appearance: appearance, isCalm: isCalm, hidesForOutput: cterminal_is_terminal(1),
            features: TerminalFeatures(environment: options.environment), delay: delay,
            clock: DisplayThreadClock())
    }
}
