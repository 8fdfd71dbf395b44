import FoundationEssentials
import Glibc
import Service
import Syntax

/// The lock that the service of a data directory holds until its process ends.
///
/// The system releases the lock however the process ends, and no program that the service starts inherits it. The
/// record (`service.json`) cannot take its place, because a killed service leaves its record behind. The file contains
/// the id of the process that holds the lock.
enum ServiceLock {
    /// The file's name in the data directory.
    static let fileName = "service.lock"

    /// The time that a service may take to start or to end, during which another one waits for it.
    ///
    /// A shorter one would refuse the service that follows one that was just stopped.
    private static let timeout: Duration = .seconds(10)
    private static let pollInterval: Duration = .milliseconds(50)

    /// The result of an attempt to acquire the lock.
    private enum Attempt {
        case acquired
        /// Another process holds the lock; its id is nil while it is not known yet.
        case held(by: pid_t?)
    }

    /// Acquires the lock for this process, which starts a service.
    ///
    /// - Parameter home: The data directory, which is created if it is missing.
    /// - Throws: `CommandFailure` if a service of the data directory runs, or if the file cannot be created;
    ///   `ServiceError` if the directory cannot be created.
    static func acquire(in home: DataHome) async throws {
        let end = ContinuousClock.now + timeout
        while true {
            try TokenFiles(home: home.path).createHome()
            guard case .held(let holder) = try attempt(in: home) else { return }
            // A service that starts has no record yet, and one that ends listens no longer.
            if let record = ServiceRecord.load(from: home), record.pid == holder,
                PortOwners.owner(ofPort: record.port) != .nobody
            {
                throw refusal("the service of this data directory already runs on port \(record.port)", record.pid)
            }
            guard ContinuousClock.now < end else {
                throw refusal("a service of this data directory is starting or ending", holder)
            }
            try await Task.sleep(for: pollInterval)
        }
    }

    /// Acquires the lock for this process if no other one holds it.
    ///
    /// - Parameter home: The data directory, which must exist.
    /// - Returns: False if a service of the data directory runs.
    /// - Throws: `CommandFailure` if the file cannot be created.
    static func acquireIfFree(in home: DataHome) throws -> Bool {
        if case .acquired = try attempt(in: home) { true } else { false }
    }

    /// Returns the id of the process that runs the service of a data directory; nil if none does.
    static func holder(in home: DataHome) -> pid_t? {
        let descriptor = open(path(in: home), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        // Other observers may hold the lock at the same time. Closing the descriptor would not be enough to release it:
        // a child of another thread has a copy until it runs its program.
        defer {
            flock(descriptor, LOCK_UN)
            close(descriptor)
        }
        guard flock(descriptor, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return nil }
        return processID(in: descriptor)
    }

    private static func path(in home: DataHome) -> String { "\(home.path)/\(fileName)" }

    private static func attempt(in home: DataHome) throws -> Attempt {
        let path = path(in: home)
        while true {
            let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                throw CommandFailure(what: path, why: SystemError.text(errno), status: .cannotCreate)
            }
            if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
                defer { close(descriptor) }
                return .held(by: processID(in: descriptor))
            }
            // On a file system without locks, as SQLite's need them too, the service runs without this one.
            var opened = stat()
            var current = stat()
            if fstat(descriptor, &opened) == 0, lstat(path, &current) == 0, opened.st_ino == current.st_ino,
                opened.st_dev == current.st_dev
            {
                record(getpid(), in: descriptor)
                // The descriptor stays open until the process ends, and with it the lock.
                return .acquired
            }
            // `forget --everything` has deleted the file meanwhile. A lock on it would exclude nobody.
            close(descriptor)
        }
    }

    private static func record(_ process: pid_t, in descriptor: Int32) {
        let text = Array("\(process)\n".utf8)
        // Only messages need the id.
        _ = ftruncate(descriptor, 0)
        _ = text.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }

    private static func processID(in descriptor: Int32) -> pid_t? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 1, bytes[count - 1] == UInt8(ascii: "\n") else { return nil }
        return pid_t(String(decoding: bytes.prefix(count - 1), as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
    }

    private static func refusal(_ reason: String, _ process: pid_t?) -> CommandFailure {
        guard let process else {
            return CommandFailure(what: "serve", why: "\(reason): try again", status: .unavailable)
        }
        return CommandFailure(
            what: "serve",
            why: "\(reason) (process \(process)): 'leftoff page' opens its page, and "
                + "'\(stopCommand(process))' stops it",
            status: .unavailable)
    }

    /// Returns the command that stops a service.
    static func stopCommand(_ process: pid_t) -> String {
        let isUnit = UserUnit(environment: ProcessInfo.processInfo.environment).isMainProcess(Int(process))
        return isUnit ? "systemctl --user stop \(UserUnit.name)" : "kill \(process)"
    }
}

/// The record of the running service: `service.json` in the data directory.
///
/// A killed service leaves its record behind, so a reader must check that the service at that port accepts the token.
struct ServiceRecord: Codable, Sendable, Hashable {
    /// The file's name in the data directory.
    static let fileName = "service.json"

    /// The port on which the service listens.
    var port: UInt16
    /// The id of the service's process.
    var pid: Int32
    /// The service's version.
    var version: String

    /// The maximum size of the file, in bytes; a record has less than 100.
    private static let limit = 4096

    private static func path(in home: DataHome) -> String { "\(home.path)/\(fileName)" }

    /// Reads the record of a data directory.
    ///
    /// - Returns: The record; nil if there is none, or if the file contains something else.
    static func load(from home: DataHome) -> ServiceRecord? {
        guard let bytes = InputBytes.regularFile(path(in: home), limit: limit) else { return nil }
        return try? JSONText.decode(ServiceRecord.self, from: bytes)
    }

    /// Writes the record, which replaces that of an earlier service.
    ///
    /// - Parameter home: The data directory, which must exist.
    /// - Throws: `CommandFailure` if the file cannot be written.
    func write(to home: DataHome) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let bytes = try encoder.encode(self)
        try AtomicFile.write(bytes + [UInt8(ascii: "\n")], to: Self.path(in: home), mode: 0o600)
    }

    /// Deletes the record if this process has written it.
    func remove(from home: DataHome) {
        if Self.load(from: home) == self { unlink(Self.path(in: home)) }
    }
}
