import Fetching
import FoundationEssentials
import Glibc
import Service
import Synchronization

/// A launcher of the service of a data directory, which issues codes that sign a browser in.
struct ServiceLauncher: Sendable {
    private let home: DataHome
    private let port: UInt16?
    private let environment: [String: String]

    /// The time in which a service that was started must respond.
    ///
    /// The migration of a large store takes seconds, and on a busy machine, so does the start of a process. A service
    /// that ends is noticed at once; a longer time only delays the message about one that hangs.
    private static let startTimeout: Duration = .seconds(60)
    /// The interval at which the launcher looks for the service while it starts.
    private static let pollInterval: Duration = .milliseconds(50)
    /// The interval at which the launcher asks the service manager if the unit still runs.
    private static let unitCheckInterval: Duration = .seconds(1)
    /// The time that a program on the port has to respond, since it could be the service that another launcher started.
    private static let gracePeriod: Duration = .seconds(3)

    /// Creates a launcher.
    ///
    /// - Parameters:
    ///   - home: The data directory.
    ///   - port: The port of the service; nil for that of the running service, or else the default port.
    ///   - environment: The environment variables to use; by default those of the process.
    init(
        home: DataHome, port: UInt16?, environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.home = home
        self.port = port
        self.environment = environment
    }

    /// Finds the running service of the data directory.
    ///
    /// - Returns: Its origin, such as `http://127.0.0.1:5338`; nil if it does not run.
    func runningOrigin() async -> String? { await RunningService.find(home: home, port: port)?.origin }

    /// Starts the service if it does not run, and requests a one-time code.
    ///
    /// - Returns: The code.
    /// - Throws: `CommandFailure` if the service cannot be started, or if another program uses its port.
    func launch() async throws -> SignInCode { try await running().issueCode(home: home) }

    /// Starts the service if it does not run.
    ///
    /// - Returns: The running service, which may have another port than the requested one.
    /// - Throws: As ``launch()``.
    func running() async throws -> RunningService {
        // A service that was started would not be found.
        if let failure = CurlLibrary.failure {
            throw CommandFailure(what: "cannot send requests to the service", why: failure, status: .unavailable)
        }
        if let service = await RunningService.find(home: home, port: port) { return service }
        // A data directory has one service at most, which may listen on another port than the requested one.
        if let service = await serviceElsewhere() { return service }
        let unit = UserUnit(environment: environment)
        // The port of the unit is that of its own command line.
        if port == nil, unit.serves(home), unit.start() { return try await waitForService(startedBy: unit) }
        if let service = try await waitUntilFree(number) { return service }
        let process = try BackgroundService.start(port: number, home: home, environment: environment)
        let service = try await waitForService {
            // If the process has ended because another launcher was faster, that service may not respond yet.
            process.hasEnded && PortOwners.owner(ofPort: number) == .nobody
        }
        if let service { return service }
        // The process was refused if a service that was starting on another port was faster.
        if let service = await serviceElsewhere() { return service }
        throw process.failure
            ?? CommandFailure(
                what: "service", why: "it did not start in time: leftoff serve shows why", status: .unavailable)
    }

    /// Finds the running service of the data directory if it does not listen on the requested port.
    private func serviceElsewhere() async -> RunningService? {
        ServiceLock.holder(in: home) == nil ? nil : await RunningService.find(home: home, port: nil)
    }

    /// Waits while a program that uses the port does not yet respond like the service.
    ///
    /// - Returns: The service that another launcher has started meanwhile; nil if the port is free.
    /// - Throws: `CommandFailure` if another program uses the port.
    private func waitUntilFree(_ number: UInt16) async throws -> RunningService? {
        let end = ContinuousClock.now + Self.gracePeriod
        while true {
            let reason: String
            switch await RunningService.probe(port: number, home: home) {
            case .nobody: return nil
            case .found(let service): return service
            case .otherUser: reason = "a program of another user listens there"
            case .otherHome: reason = "a service with another data directory listens there"
            case .otherProgram: reason = "another program listens there"
            }
            guard ContinuousClock.now < end else {
                throw CommandFailure(
                    what: "port \(number)", why: "\(reason): stop it, or choose another port with --port",
                    status: .unavailable)
            }
            try await Task.sleep(for: Self.pollInterval)
        }
    }

    /// Waits until the service of a unit responds.
    ///
    /// - Throws: `CommandFailure` if it does not start, for instance because another program uses its port.
    private func waitForService(startedBy unit: UserUnit) async throws -> RunningService {
        var nextCheck = ContinuousClock.now + Self.unitCheckInterval
        let service = try await waitForService {
            guard ContinuousClock.now > nextCheck else { return false }
            nextCheck = .now + Self.unitCheckInterval
            return unit.hasEnded
        }
        if let service { return service }
        if let service = try await waitUntilFree(number) { return service }
        throw CommandFailure(
            what: "service", why: "its unit did not start: systemctl --user status \(UserUnit.name) shows why",
            status: .unavailable)
    }

    /// Waits until the service responds.
    ///
    /// - Parameter hasFailed: Returns true if the service will not respond.
    /// - Returns: The service; nil if it did not start in time.
    /// - Throws: `CancellationError`.
    private func waitForService(unless hasFailed: () -> Bool) async throws -> RunningService? {
        let end = ContinuousClock.now + Self.startTimeout
        while ContinuousClock.now < end {
            if let service = await RunningService.find(home: home, port: port) { return service }
            if hasFailed() { return nil }
            try await Task.sleep(for: Self.pollInterval)
        }
        return nil
    }

    /// The port on which this launcher starts the service.
    private var number: UInt16 { port ?? ServiceConfiguration.defaultPort }
}

/// A service that this program has started in the background.
///
/// The service writes to a pipe until it is ready. Then it redirects its output to the null device, so that it depends
/// on no other program and fills no disk.
final class BackgroundService: Sendable {
    private let process: pid_t
    private let errors: PipeReader
    /// The wait status of the process; nil until it has ended.
    private let ending = Mutex<Int32?>(nil)

    private init(process: pid_t, errors: PipeReader) {
        self.process = process
        self.errors = errors
    }

    /// Starts `leftoff serve` in a session of its own.
    ///
    /// - Parameters:
    ///   - port: The port to listen on.
    ///   - home: The data directory.
    ///   - environment: The environment variables of the program that starts it.
    /// - Returns: The process, which does not respond yet.
    /// - Throws: `CommandFailure` if it cannot be started.
    static func start(
        port: UInt16, home: DataHome, environment: [String: String]
    ) throws -> BackgroundService {
        guard let errors = PipeReader(limit: 4096), let program = ExecutablePath.current else {
            throw CommandFailure(
                what: "service", why: "it cannot be started: start it with leftoff serve", status: .unavailable)
        }
        var environment = environment
        // The service changes to the root directory, and it must use exactly this data directory.
        environment["LEFTOFF_HOME"] = home.absolutePath
        let launch = ProgramLaunch(
            command: [program, "serve", "--port", "\(port)", "--quiet", "--background"], environment: environment,
            errors: errors.writeEnd)
        do {
            let process = try launch.start()
            errors.closeWriteEnd()
            return BackgroundService(process: process, errors: errors)
        } catch {
            throw CommandFailure(what: "service", why: "\(error)", status: .unavailable)
        }
    }

    /// True if the process has ended.
    var hasEnded: Bool {
        ending.withLock { ending in
            errors.readAvailable()
            guard ending == nil else { return true }
            var status: Int32 = 0
            if waitpid(process, &status, WNOHANG) == process { ending = status }
            return ending != nil
        }
    }

    /// The failure with which the process ended; nil if it runs.
    var failure: CommandFailure? {
        guard hasEnded, let status = ending.withLock({ $0 }) else { return nil }
        let prefix = "leftoff: "
        let line = errors.text.split(separator: "\n").last { $0.hasPrefix(prefix) }
        guard let line, status & 0x7F == 0 else {
            return CommandFailure(
                what: "service", why: "it ended while it started: leftoff serve says why", status: .unavailable)
        }
        return CommandFailure(
            message: String(line.dropFirst(prefix.count)),
            status: ExitStatus(rawValue: (status >> 8) & 0xFF) ?? .unavailable)
    }
}

/// The systemd unit of the user that runs the service.
struct UserUnit {
    static let name = "leftoff.service"

    /// The time that a question to the user's service manager may take.
    ///
    /// With less, a busy machine would seem to have no unit, and the service would be started without it. With more, a
    /// manager that hangs would delay each command for longer.
    private static let queryTimeout: Duration = .seconds(10)
    /// The time in which the manager must have executed the unit's program.
    private static let startTimeout: Duration = .seconds(10)

    /// The environment variables of this program, which say how to reach the manager.
    let environment: [String: String]

    /// True if a service manager of the user runs.
    private var managerRuns: Bool {
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
    private static func assignments(_ text: String) -> [String: String] {
        let pairs = text.split(separator: "\n").compactMap { line -> (String, String)? in
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        }
        return Dictionary(pairs) { $1 }
    }
}
