import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The checks of the systemd unit of the user that runs the service.
struct UnitChecks {
    let directories: StandardDirectories

    /// The maximum size of a unit file, in bytes.
    private static let sizeLimit = 64 * 1024

    /// Runs the checks.
    func findings() -> [Finding] {
        let paths = directories.userUnits.map { "\($0)/\(UserUnit.name)" }
        guard let path = paths.first(where: { access($0, F_OK) == 0 }) else {
            return [.ok("unit", "not installed; leftoff page starts the service without it")]
        }
        if let finding = program(path) { return [finding] }
        let unit = UserUnit(environment: directories.environment)
        let names = ["LoadState", "ActiveState", "UnitFileState", "NeedDaemonReload"]
        guard let state = unit.properties(names) else {
            return [.ok("unit", "\(path); no service manager runs for this user")]
        }
        return [finding(path, state)]
    }

    /// Checks that the program of the unit exists.
    ///
    /// - Returns: The problem; nil if there is none.
    private func program(_ path: String) -> Finding? {
        // Such a link masks a unit (systemctl(1), mask).
        guard (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != "/dev/null" else { return nil }
        guard let bytes = InputBytes.regularFile(path, limit: Self.sizeLimit) else {
            return .problem("unit", "\(path) cannot be read", advice: "chmod a+r \(CommandWord.quoted(path))")
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard let line = lines.last(where: { $0.hasPrefix("ExecStart=") }),
            let program = CommandWord.first(of: line.dropFirst("ExecStart=".count)), access(program, X_OK) != 0
        else { return nil }
        let isUsers = directories.user.map { path.hasPrefix($0 + "/") } ?? false
        let removal = "rm \(CommandWord.quoted(path)); systemctl --user daemon-reload"
        return .problem(
            "unit", "\(path) starts \(program), which is not there",
            advice: isUsers
                ? removal : directories.isPackaged(path) ? DebianPackage.reinstallProgram : "sudo \(removal)")
    }

    private func finding(_ path: String, _ state: [String: String]) -> Finding {
        let name = UserUnit.name
        switch (state["LoadState"], state["ActiveState"]) {
        case ("masked", _):
            return .warning("unit", "\(path) is masked", advice: "systemctl --user unmask \(name)")
        case ("loaded", _) where state["NeedDaemonReload"] == "yes":
            return .warning("unit", "\(path) has changed", advice: "systemctl --user daemon-reload")
        case ("loaded", "failed"):
            return .problem("unit", "\(path) failed", advice: "systemctl --user restart \(name)")
        case ("loaded", let activity):
            let enabled = state["UnitFileState"] == "enabled" ? "starts with the session" : "starts when it is needed"
            return .ok("unit", "\(path); \(enabled); \(activity == "active" ? "running" : "not running")")
        default:
            return .warning(
                "unit", "\(path) is unknown to the service manager", advice: "systemctl --user daemon-reload")
        }
    }
}
