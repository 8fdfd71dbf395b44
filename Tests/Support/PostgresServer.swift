import Foundation
import Glibc

/// A PostgreSQL server of the tests, in a temporary directory.
///
/// It listens on 127.0.0.1. A child process stops it and deletes its directory when this process has ended, however
/// that happens.
package final class PostgresServer: Sendable {
    /// The reason why the tests cannot start a server; nil if they can.
    package static let missing: String? = {
        let program = programs + "/postgres"
        let reason = FileManager.default.isExecutableFile(atPath: program) ? nil : "\(program) is missing"
        if let reason { print("The tests of the queue on PostgreSQL are skipped: \(reason); install postgresql-15") }
        return reason
    }()

    /// The server that most tests share; it does not wait for its disk.
    package static let shared = Result { try PostgresServer(settings: ["fsync=off"]) }

    private static let programs = "/usr/lib/postgresql/15/bin"
    /// The time in seconds after which a server that does not start or stop is an error.
    ///
    /// After a crash, a server first syncs its directory and repeats its log, on a disk that other tests use too.
    private static let patience = "600"

    /// The port.
    package let port: UInt16
    private let directory: String
    private let settings: [String]
    /// The child process ends when this pipe is closed, at the latest by the end of this process.
    private let watchdog: Pipe

    /// Starts a server.
    ///
    /// - Parameter settings: Settings such as `fsync=off`.
    /// - Throws: An error if a program fails.
    package init(settings: [String]) throws {
        directory = "/tmp/leftoff-postgres-\(UUID().uuidString)"
        port = try ScriptedServer.reservedPort()
        self.settings = settings
        watchdog = Pipe()
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        if getuid() == 0 { try Self.run("/usr/bin/chown", "postgres", directory) }
        try startWatchdog()
        try Self.runProgram(
            "initdb", "-D", data, "-A", "trust", "-U", "leftoff", "--no-locale", "-E", "UTF8", "--no-sync")
        try start()
    }

    private var data: String { directory + "/data" }

    /// Starts the server, and waits until it accepts connections.
    package func start() throws {
        let options =
            [
                "listen_addresses=127.0.0.1", "port=\(port)", "unix_socket_directories=\(directory)",
                "max_connections=60",
            ]
            + settings
        try Self.runProgram(
            "pg_ctl", "-D", data, "-l", directory + "/log", "-w", "-t", Self.patience, "-o",
            options.map { "-c \($0)" }.joined(separator: " "), "start")
    }

    /// Kills the server's processes without letting them write anything, as a crash does.
    package func crash() throws {
        try Self.runProgram("pg_ctl", "-D", data, "-m", "immediate", "-w", "-t", Self.patience, "stop")
    }

    /// Returns the address of a database of the server.
    ///
    /// - Parameters:
    ///   - database: The name of the database.
    ///   - schema: The schema in which tables are created; nil for the default.
    ///   - port: The port of a proxy; nil for the server's own.
    /// - Returns: A connection URI.
    package func address(database: String = "postgres", schema: String? = nil, port: UInt16? = nil) -> String {
        let path = schema.map { "&options=-csearch_path%3D\($0)" } ?? ""
        return "postgresql://leftoff@127.0.0.1:\(port ?? self.port)/\(database)?sslmode=disable\(path)"
    }

    // MARK: Processes

    private func startWatchdog() throws {
        _ = fcntl(watchdog.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments =
            [
                "-c", "cat >/dev/null; \"$@\" >/dev/null 2>&1; rm -rf '\(directory)'", "sh",
            ] + Self.command("pg_ctl", ["-D", data, "-m", "immediate", "-w", "stop"])
        process.standardInput = watchdog
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        // The child has its own copy; without this one, it would never read the end.
        try watchdog.fileHandleForReading.close()
    }

    private static func command(_ program: String, _ arguments: [String]) -> [String] {
        // The server refuses to run as root.
        let prefix = ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]
        return (getuid() == 0 ? prefix : []) + ["\(programs)/\(program)"] + arguments
    }

    private static func runProgram(_ program: String, _ arguments: String...) throws {
        let command = command(program, arguments)
        try run(command[0], Array(command.dropFirst()))
    }

    private static func run(_ program: String, _ arguments: String...) throws { try run(program, arguments) }

    /// Runs a program, and waits until it has ended.
    ///
    /// Foundation's `Process` would also wait for the server, which `pg_ctl` leaves behind.
    private static func run(_ program: String, _ arguments: [String]) throws {
        let command = ["/bin/sh", "-c", "cd /tmp; exec \"$@\" </dev/null >/dev/null 2>&1", "sh", program] + arguments
        let strings = command.map { strdup($0) }
        defer { strings.forEach { free($0) } }
        var process: pid_t = 0
        var status: CInt = -1
        guard posix_spawn(&process, "/bin/sh", nil, nil, strings + [nil], environ) == 0 else {
            throw ProgramFailure(command: command.joined(separator: " "))
        }
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else { throw ProgramFailure(command: command.joined(separator: " ")) }
    }

    private struct ProgramFailure: Error {
        let command: String
    }
}
