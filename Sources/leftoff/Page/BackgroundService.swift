import FoundationEssentials
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

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
