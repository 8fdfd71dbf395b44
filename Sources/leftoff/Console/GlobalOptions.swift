import ArgumentParser
import FoundationEssentials
import TerminalHUD

/// The options of all commands that have a status display.
struct GlobalOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Print more details on standard error.")
    var verbose = false

    @Option(
        help: ArgumentHelp(
            "The animation of the status display (default: $LEFTOFF_MOTION, else full).", valueName: "mode"))
    var motion: MotionMode?

    /// Creates the status display for standard error and these options.
    ///
    /// - Parameter isStill: True to animate nothing regardless of the options, because the user is typing in the
    ///   terminal.
    /// - Returns: An animated display on a terminal, plain lines elsewhere, and only logged lines with `--quiet`.
    /// - Throws: `CommandFailure` (usage) if `LEFTOFF_MOTION` is not a mode.
    func statusDisplay(isStill: Bool = false) throws -> any StatusDisplay {
        var options = try hudOptions()
        if isStill { options.motion = .none }
        return StatusDisplays.make(options: options)
    }

    /// Returns the options of the status display.
    ///
    /// - Returns: These options together with the process's environment.
    /// - Throws: `CommandFailure` (usage) if `LEFTOFF_MOTION` is not a mode.
    func hudOptions() throws -> HUDOptions {
        let environment = ProcessInfo.processInfo.environment
        return HUDOptions(
            isQuiet: quiet, motion: try motion ?? Self.motion(in: environment), environment: environment)
    }

    /// Writes a line to standard error if `--verbose` is set and `--quiet` is not.
    ///
    /// - Parameter line: The message, without the program's name; evaluated only if it is written.
    func logVerbose(_ line: @autoclosure () -> String) {
        if verbose && !quiet { StandardError.writeLine("leftoff: \(line())") }
    }

    private static func motion(in environment: [String: String]) throws -> MotionMode {
        guard let name = environment["LEFTOFF_MOTION"], !name.isEmpty else { return .full }
        guard let mode = MotionMode(rawValue: name) else {
            throw CommandFailure(
                what: "LEFTOFF_MOTION", why: "must be full, calm or none, not '\(name)'", status: .usage)
        }
        return mode
    }
}

extension MotionMode: ExpressibleByArgument {}
