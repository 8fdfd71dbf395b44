import Motion

/// Which display suits a run: decided once, from facts alone.
package enum DisplayChoice: Sendable, Hashable {
    /// Only what is logged.
    case silent
    /// Plain lines.
    case plain(HUDLook, showsMark: Bool)
    /// The animated display.
    case live(HUDLook, isCalm: Bool)

    /// Chooses.
    ///
    /// - Parameters:
    ///   - options: What decides how a status is displayed.
    ///   - isTerminal: Whether the descriptor is a terminal.
    package init(options: HUDOptions, isTerminal: Bool) {
        let environment = options.environment
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let type = value("TERM")
        // A log that pretends to be a terminal keeps every frame.
        let isLogged = value("CI").map { $0 != "false" && $0 != "0" } ?? false
        let canDraw = isTerminal && type != nil && type != "dumb" && !isLogged
        // https://no-color.org and https://bixense.com/clicolors: no colour wins, force comes next.
        let isForced = value("CLICOLOR_FORCE").map { $0 != "0" } ?? false
        let usesColor = value("NO_COLOR") == nil && (isForced || (canDraw && value("CLICOLOR") != "0"))
        let look = HUDLook(
            glyphs: Self.showsUnicode(environment: environment, terminal: type) ? .braille : .ascii,
            palette: Palette(
                depth: usesColor ? Self.depth(environment: environment, terminal: type) : .none,
                background: Self.isLight(environment) ? RGBColor(255, 255, 255) : RGBColor(0, 0, 0)))
        if options.isQuiet {
            self = .silent
        } else if canDraw && options.motion != .none {
            self = .live(look, isCalm: options.motion == .calm)
        } else {
            self = .plain(look, showsMark: canDraw || (isForced && usesColor))
        }
    }

    /// Which colours show, by what terminals say of themselves.
    private static func depth(environment: [String: String], terminal: String?) -> ColorDepth {
        let claim = environment["COLORTERM"]?.lowercased()
        if claim == "truecolor" || claim == "24bit" || terminal?.hasSuffix("-direct") == true { return .full }
        return terminal?.contains("256color") == true ? .indexed : .sixteen
    }

    /// Whether the background is light, where rxvt's variable says so: `15;0` is white on black.
    private static func isLight(_ environment: [String: String]) -> Bool {
        let last = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
        return last.map { $0 == 7 || $0 > 8 } ?? false
    }

    /// Whether braille shows: not in a locale that says otherwise, nor on the Linux console, whose font lacks it.
    ///
    /// Where no locale is set, as in many containers, the terminal most likely shows UTF-8 all the same.
    private static func showsUnicode(environment: [String: String], terminal: String?) -> Bool {
        if terminal == "linux" { return false }
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        guard let locale = names.lazy.compactMap({ environment[$0] }).first(where: { !$0.isEmpty }) else { return true }
        let lowered = locale.lowercased()
        return lowered.contains("utf-8") || lowered.contains("utf8")
    }
}
