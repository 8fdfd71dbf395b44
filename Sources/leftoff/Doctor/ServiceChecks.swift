import Fetching
import FoundationEssentials
import Glibc
import Service

/// The checks of the service and its port.
struct ServiceChecks {
    /// The port; nil for that of the running service, or else the default port.
    let port: UInt16?
    let home: DataHome
    let environment: [String: String]
    /// The version of this program.
    let version: String

    /// Runs the checks.
    func findings() async -> [Finding] {
        guard CurlLibrary.failure == nil else { return [withoutTransfers()] }
        let running = await RunningService.find(home: home, port: port)
        let number = running?.port ?? port ?? ServiceConfiguration.defaultPort
        let other = Self.advice(insteadOf: number)
        switch await RunningService.probe(port: number, home: home) {
        case .found(let service):
            return [.ok("port", "the service is running on port \(number)"), skew(service)]
        case .nobody:
            return [await free(number)]
        case .otherUser:
            return [Self.otherUser(number)]
        case .otherProgram:
            return [.problem("port", "another program uses port \(number)", advice: other)]
        case .otherHome:
            let isSet = !(environment["LEFTOFF_HOME"] ?? "").isEmpty
            return [
                .ok("port", "the service is running on port \(number)"),
                .problem(
                    "service", "refuses the token in \(home.path)", advice: isSet ? "unset LEFTOFF_HOME" : other),
            ]
        }
    }

    /// Checks the port without requests, which need libcurl.
    private func withoutTransfers() -> Finding {
        let number = port ?? ServiceRecord.load(from: home)?.port ?? ServiceConfiguration.defaultPort
        switch PortOwners.owner(ofPort: number) {
        case .nobody: return Self.unused(number)
        case .otherUser: return Self.otherUser(number)
        case .trusted, .unknown:
            return .warning(
                "port", "\(number) can be examined only with libcurl", advice: ProgramChecks.libraryAdvice)
        }
    }

    /// Returns the finding for a port on which no program listens, although the service may run.
    private func free(_ port: UInt16) async -> Finding {
        guard let process = ServiceLock.holder(in: home) else { return Self.unused(port) }
        if let service = await RunningService.find(home: home, port: nil) {
            return .ok("port", "\(port) is free; the service is running on port \(service.port)")
        }
        return .problem(
            "service", "process \(process) is the service, but it does not respond",
            advice: "\(ServiceLock.stopCommand(process)); leftoff page")
    }

    private static func unused(_ port: UInt16) -> Finding {
        .ok("port", "\(port) is free; the service is not running, and leftoff page starts it")
    }

    private static func otherUser(_ port: UInt16) -> Finding {
        .problem("port", "a program of another user listens on port \(port)", advice: advice(insteadOf: port))
    }

    /// Returns the command that uses another port; any is as good as the next one.
    private static func advice(insteadOf port: UInt16) -> String {
        "leftoff page --port \(port == .max ? port - 1 : port + 1)"
    }

    /// Compares the versions of the running service and of this program.
    private func skew(_ service: RunningService) -> Finding {
        guard service.version != version else {
            return .ok("service", "version \(version), accepts the token in \(home.path)")
        }
        let isUnit = UserUnit(environment: environment).isMainProcess(service.pid)
        return .warning(
            "service", "version \(service.version) is running, and leftoff is version \(version)",
            advice: isUnit
                ? "systemctl --user restart \(UserUnit.name)" : "kill \(service.pid); leftoff page")
    }
}

/// The checks of the systemd unit of the user that runs the service.
struct UnitChecks {
    let directories: StandardDirectories

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
        guard let bytes = InputBytes.regularFile(path) else {
            return .problem("unit", "\(path) cannot be read", advice: "chmod a+r \(CommandWord.quoted(path))")
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard let line = lines.last(where: { $0.hasPrefix("ExecStart=") }),
            let program = CommandWord.first(of: line.dropFirst("ExecStart=".count)), access(program, X_OK) != 0
        else { return nil }
        let isUserUnit = directories.user.map { path.hasPrefix($0 + "/") } ?? false
        let removal = "rm \(CommandWord.quoted(path)); systemctl --user daemon-reload"
        return .problem(
            "unit", "\(path) starts \(program), which is not there",
            advice: isUserUnit
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
