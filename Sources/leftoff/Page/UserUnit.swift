import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The systemd unit of the user that runs the service.
struct UserUnit {
    static let name = "leftoff.service"

    /// The time that a question to the user's service manager may take.
    private static let queryTimeout: Duration = .seconds(3)
    /// The time in which the manager must have executed the unit's program.
    private static let startTimeout: Duration = .seconds(10)

    /// The environment variables of this program, which say how to reach the manager.
    let environment: [String: String]

    /// True if a service manager of the user runs.
    var managerRuns: Bool {
        guard let directory = environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") else { return false }
        return access("\(directory)/systemd/private", F_OK) == 0
    }

    /// Returns properties of the unit.
    ///
    /// - Parameter names: The names of the properties, such as `LoadState` (systemctl(1), show).
    /// - Returns: The values; nil if the manager does not run or does not respond.
    func properties(_ names: [String]) -> [String: String]? {
        guard managerRuns, let text = query(["show", Self.name, "--property=\(names.joined(separator: ","))"]) else {
            return nil
        }
        return Self.assignments(text)
    }

    /// Returns true if the unit has started a process.
    func isMainProcess(_ pid: Int) -> Bool { properties(["MainPID"])?["MainPID"] == "\(pid)" }

    /// Returns true if the manager knows the unit, and if the unit would use a data directory.
    func serves(_ home: DataHome) -> Bool {
        guard let unit = properties(["LoadState", "Environment"]), unit["LoadState"] == "loaded",
            let manager = query(["show-environment"])
        else { return false }
        var variables = Self.assignments(manager)
        // Environment= of the unit, whose assignments are separated by spaces.
        let own = (unit["Environment"] ?? "").split(separator: " ").joined(separator: "\n")
        variables.merge(Self.assignments(own)) { $1 }
        return (try? DataHome(environment: variables))?.absolutePath == home.absolutePath
    }

    /// Starts the unit.
    ///
    /// - Returns: True if its program was executed.
    func start() -> Bool {
        let command = ["systemctl", "--user", "--quiet", "start", Self.name]
        return BoundedProgram.run(command, environment: environment, timeout: Self.startTimeout)?.status == 0
    }

    /// True if the program of the unit has ended, also while the manager waits to restart it; false if the manager does
    /// not respond.
    var hasEnded: Bool { properties(["ActiveState"])?["ActiveState"].map { $0 != "active" } ?? false }

    private func query(_ arguments: [String]) -> String? {
        let command = ["systemctl", "--user", "--no-pager"] + arguments
        let result = BoundedProgram.run(command, environment: environment, timeout: Self.queryTimeout)
        return result?.status == 0 ? result?.output : nil
    }

    /// Parses lines of the form `NAME=VALUE`.
    static func assignments(_ text: String) -> [String: String] {
        let pairs = text.split(separator: "\n").compactMap { line -> (String, String)? in
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        }
        return Dictionary(pairs) { $1 }
    }
}
