import CTerminal

/// Makes the display of a run.
package enum StatusDisplays {
    /// Makes the display that suits the descriptor, the environment and the options, once.
    ///
    /// - Parameter options: What decides how a status is displayed.
    /// - Returns: The animated display on a terminal, plain lines elsewhere, or one that shows only what is logged.
    package static func make(options: HUDOptions) -> any StatusDisplay {
        let device = SystemTerminal(descriptor: options.descriptor)
        let writer = LineWriter(descriptor: options.descriptor)
        switch DisplayChoice(options: options, isTerminal: device != nil) {
        case .silent:
            return SilentDisplay(write: writer.write)
        case .plain(let look, let showsMark):
            return PlainDisplay(look: look, showsMark: showsMark, write: writer.write)
        case .live(let look, let isCalm):
            guard let device else {
                return PlainDisplay(look: look, showsMark: false, write: writer.write)
            }
            return LiveDisplay(
                device: device, look: look, isCalm: isCalm, hidesForOutput: cterminal_is_terminal(1))
        }
    }
}
