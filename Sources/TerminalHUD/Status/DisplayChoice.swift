import Motion

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
