import CPlatform
import Motion

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

/// The kind of display for a run, which depends on the options and the environment.
package enum DisplayChoice: Sendable, Hashable {
    /// Only logged lines are shown.
    case silent
    /// Plain lines are written.
    case plain(HUDAppearance, showsMark: Bool)
    /// The animated display is shown.
    case live(HUDAppearance, isCalm: Bool)

    /// Chooses a display.
    ///
    /// - Parameters:
    ///   - options: The options and the environment.
    ///   - isTerminal: True if the descriptor refers to a terminal.
    package init(options: HUDOptions, isTerminal: Bool) {
        let environment = options.environment
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let type = value("TERM")
        // If a CI system emulates a terminal, its log would contain every frame.
        let isLogged = value("CI").map { $0 != "false" && $0 != "0" } ?? false
        let canDraw = isTerminal && type != nil && type != "dumb" && !isLogged
        // https://no-color.org and https://bixense.com/clicolors: NO_COLOR takes precedence over CLICOLOR_FORCE.
        let isForced = value("CLICOLOR_FORCE").map { $0 != "0" } ?? false
        let usesColor = value("NO_COLOR") == nil && (isForced || (canDraw && value("CLICOLOR") != "0"))
        let appearance = HUDAppearance(
            glyphs: Self.showsUnicode(environment: environment, terminal: type) ? .braille : .ascii,
            palette: Palette(
                depth: usesColor ? Self.depth(environment: environment, terminal: type) : .none,
                background: Self.isLight(environment) ? RGBColor(255, 255, 255) : RGBColor(0, 0, 0)))
        if options.isQuiet {
            self = .silent
        } else if canDraw && options.motion != .none {
            self = .live(appearance, isCalm: options.motion == .calm)
        } else {
            self = .plain(appearance, showsMark: canDraw || (isForced && usesColor))
        }
    }

    /// Returns the colors that the terminal supports according to the environment.
    private static func depth(environment: [String: String], terminal: String?) -> ColorDepth {
        let claim = environment["COLORTERM"]?.lowercased()
        if claim == "truecolor" || claim == "24bit" || terminal?.hasSuffix("-direct") == true { return .full }
        return terminal?.contains("256color") == true ? .indexed : .sixteen
    }

    /// Returns true if rxvt's variable `COLORFGBG` reports a light background.
    ///
    /// For example, `15;0` is white on black.
    private static func isLight(_ environment: [String: String]) -> Bool {
        let last = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
        return last.map { $0 == 7 || $0 > 8 } ?? false
    }

    /// Returns true if braille can be shown.
    ///
    /// Locales without UTF-8 cannot show braille, nor can the Linux console, whose font lacks it. If there is no
    /// locale, as in many containers, the terminal most likely uses UTF-8.
    private static func showsUnicode(environment: [String: String], terminal: String?) -> Bool {
        if terminal == "linux" { return false }
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        guard let locale = names.lazy.compactMap({ environment[$0] }).first(where: { !$0.isEmpty }) else { return true }
        let lowered = locale.lowercased()
        return lowered.contains("utf-8") || lowered.contains("utf8")
    }
}

/// The options and the environment that determine how a status is displayed.
package struct HUDOptions: Sendable {
    /// True if only logged lines are shown (`--quiet`).
    var isQuiet: Bool
    /// The amount of motion (`--motion`, `LEFTOFF_MOTION`).
    package var motion: MotionMode
    /// The environment of the process.
    package var environment: [String: String]
    /// The descriptor of the display; 2 for standard error.
    let descriptor: Int32 = 2

    /// Creates options.
    package init(isQuiet: Bool, motion: MotionMode, environment: [String: String]) {
        self.isQuiet = isQuiet
        self.motion = motion
        self.environment = environment
    }
}

/// The amount of motion in the display.
package enum MotionMode: String, Sendable, CaseIterable {
    /// Everything moves, at up to 30 frames per second.
    case full
    /// Nothing turns, and nothing delays the prompt.
    ///
    /// The display changes at most four times per second.
    case calm
    /// Only plain lines are written.
    case none
}
