import FoundationEssentials
import Service
import Transfer

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
