import FoundationEssentials
import Service
import Transfer

/// A launcher of the service of a data directory, which issues codes that sign a browser in.
struct ServiceLauncher: Sendable {
    private let home: DataHome
    private let port: UInt16?
    private let environment: [String: String]

    /// The time in which a service that was started must respond; the migration of a large store takes seconds.
    private static let startTimeout: Duration = .seconds(20)
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
