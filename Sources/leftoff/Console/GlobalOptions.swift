import ArgumentParser
import FoundationEssentials
import TerminalHUD

/// The options that every command with a status display takes.
struct GlobalOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Say nothing on standard error but errors.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Say more on standard error.")
    var verbose = false

    @Option(
        help: ArgumentHelp("How much the status moves: full, calm or none; also LEFTOFF_MOTION.", valueName: "mode"))
    var motion: MotionMode?

    /// Makes the status display that suits standard error and these options.
    ///
    /// - Parameter isStill: Whether nothing is to move, whatever these options say: somebody types into the terminal.
    /// - Returns: A HUD on a terminal, plain lines elsewhere, only what is logged when quiet.
    /// - Throws: `CommandFailure` (usage) when `LEFTOFF_MOTION` is none of the modes.
    func statusDisplay(isStill: Bool = false) throws -> any StatusDisplay {
        var options = try hudOptions()
        if isStill { options.motion = .none }
        return StatusDisplays.make(options: options)
    }

    /// What decides how a status is displayed.
    ///
    /// - Returns: These options with the environment.
    /// - Throws: `CommandFailure` (usage) when `LEFTOFF_MOTION` is none of the modes.
    func hudOptions() throws -> HUDOptions {
        let environment = ProcessInfo.processInfo.environment
        return HUDOptions(
            isQuiet: quiet, motion: try motion ?? Self.motion(in: environment), environment: environment)
    }

    /// Says a line on standard error when `--verbose` asks for it.
    ///
    /// - Parameter line: What to say.
    func explain(_ line: @autoclosure () -> String) {
        if verbose && !quiet { StandardError.writeLine("leftoff: \(TerminalText.sanitized(line()))") }
    }

    private static func motion(in environment: [String: String]) throws -> MotionMode {
        guard let name = environment["LEFTOFF_MOTION"], !name.isEmpty else { return .full }
        guard let mode = MotionMode(rawValue: name) else {
            throw CommandFailure(what: "LEFTOFF_MOTION", why: "full, calm or none, not \(name)", status: .usage)
        }
        return mode
    }
}

extension MotionMode: ExpressibleByArgument {}
