import ArgumentParser
import DownloadQueue
import TerminalHUD

/// The options that select downloads instead of ids.
struct QueueFilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Select the downloads in this state. Repeatable; several states may be separated by commas.",
            valueName: "state"),
        completion: .downloadStates)
    var state: [String] = []

    @Option(
        help: ArgumentHelp(
            "Select the downloads from this host, such as example.org, example.org:8080 or *.example.org.",
            valueName: "host"),
        completion: .hosts, transform: { try HostPattern(option: $0) })
    var host: HostPattern?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Select the downloads that ended at least this long ago, or were added if they have not ended: 12h, 7d.",
            valueName: "age"),
        transform: { try AgeArgument(argument: $0) })
    var olderThan: AgeArgument?

    @Flag(help: "Select all downloads.")
    var all = false

    /// True if no option was given.
    var isEmpty: Bool { state.isEmpty && host == nil && olderThan == nil && !all }

    func validate() throws { _ = try QueueState.states(named: state) }

    /// Returns the selection.
    ///
    /// - Throws: `ValidationError` for an unknown state.
    func selection() throws -> QueueSelection {
        QueueSelection(states: try QueueState.states(named: state), host: host, olderThan: olderThan?.duration)
    }
}

extension QueueState {
    /// Returns the states that the values of `--state` name.
    ///
    /// - Parameter values: Names of states, which may be separated by commas.
    /// - Returns: The states; nil if there are no values.
    /// - Throws: `ValidationError` for an unknown state.
    static func states(named values: [String]) throws -> Set<QueueState>? {
        let states = try values.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map { name in
            guard let state = QueueState(rawValue: String(name)) else {
                throw ValidationError("--state: unknown state '\(name)'")
            }
            return state
        }
        return states.isEmpty ? nil : Set(states)
    }

    /// The end of the text “3 …” about downloads that are in this state.
    fileprivate func predicate(_ count: Int) -> String {
        let verb = count == 1 ? "was" : "were"
        return switch self {
        case .failed: "had failed"
        case .cancelled: "\(verb) already removed"
        case .verifying: "\(verb) being verified"
        case .ready, .running, .waiting, .paused, .done, .quarantined: "\(verb) \(rawValue)"
        }
    }
}

extension HostPattern {
    /// The error for text that is not a pattern.
    private struct InvalidArgument: Error, CustomStringConvertible {
        let description = "must be a host such as example.org, example.org:8080 or *.example.org"
    }

    /// Parses the value of an option.
    ///
    /// - Parameter option: The text after the option's name.
    /// - Throws: An error that describes valid values.
    init(option: String) throws {
        guard let pattern = HostPattern(option) else { throw InvalidArgument() }
        self = pattern
    }
}

extension QueueBulkResult {
    /// Returns the result as a line, such as `paused 12 downloads (3 were done)`.
    ///
    /// - Parameter verb: The past participle of the change, such as `paused`.
    /// - Returns: The text without a period.
    func summary(_ verb: String) -> String {
        let parts = skipped.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($1) \($0.predicate($1))" }
        return "\(verb) \(counted(changed, "download"))" + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
    }
}
