import FoundationEssentials
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
        let running = await RunningService.find(home: home, port: port)
        let number = running?.port ?? port ?? ServiceConfiguration.defaultPort
        // Any port is as good as the next one.
        let other = "leftoff page --port \(number == .max ? number - 1 : number + 1)"
        switch await RunningService.probe(port: number, home: home) {
        case .found(let service):
            return [.ok("port", "the service is running on port \(number)"), skew(service)]
        case .nobody:
            return [.ok("port", "\(number) is free; the service is not running, and leftoff page starts it")]
        case .otherUser:
            return [.problem("port", "a program of another user listens on port \(number)", advice: other)]
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

    /// Compares the versions of the running service and of this program.
    private func skew(_ service: RunningService) -> Finding {
        guard service.version != version else {
            return .ok("service", "version \(version), accepts the token in \(home.path)")
        }
        let unit = UserUnit(environment: environment)
        let isUnit = unit.properties(["MainPID"])?["MainPID"] == "\(service.pid)"
        return .warning(
            "service", "version \(service.version) is running, and leftoff is version \(version)",
            advice: isUnit
                ? "systemctl --user restart \(UserUnit.name)" : "kill \(service.pid); leftoff page")
    }
}
