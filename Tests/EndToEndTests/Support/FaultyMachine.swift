import Foundation
import TestSupport
import Testing

/// A queue on a machine whose disk and clock can fail, and a server that it downloads from.
final class FaultyMachine: QueueScene, Sendable {
    let leftoff: Leftoff
    let server: ScriptedServer

    /// The destination.
    var files: URL { leftoff.directory.appending(path: "files") }

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    }

    deinit { server.stop() }

    /// Adds a download.
    ///
    /// - Returns: Its id.
    @discardableResult
    func add(_ path: String, to directory: URL? = nil, host: String = "127.0.0.1") throws -> String {
        let address = server.address(path, host: host)
        let outcome = try leftoff.run(["queue", "add", address, "--dir", (directory ?? files).path])
        try #require(outcome.status == 0, "\(outcome.errorText)")
        return try #require(outcome.lines.first)
    }

    /// Runs a command with faults.
    func run(_ arguments: [String], _ faults: FaultShim.Fault...) throws -> Leftoff.Outcome {
        let environment = faults.isEmpty ? [:] : try FaultShim.environment(faults, below: leftoff.directory)
        return try leftoff.run(arguments, environment: environment)
    }

    /// Returns the state of an item and the class of its error.
    func stateAndError(_ id: String) throws -> (state: String?, errorClass: String?) {
        let item = try #require(try items().first { $0["id"] as? String == id })
        return (item["state"] as? String, (item["error"] as? [String: Any])?["class"] as? String)
    }

    /// Stops a program after it has written to a file, at a moment when it does not hold a database lock,
    /// which it would otherwise keep until it continues.
    func stop(_ process: ChildProcess, with name: String) throws {
        let deadline = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < deadline {
            process.stop()
            if bytes(name)?.isEmpty == false, try !isDatabaseLocked() { return }
            process.resume()
            _ = poll(nil, 0, 10)
        }
        throw LoopbackPort.Unavailable(
            description: "found no moment without a database lock at which to stop the program")
    }

    /// Returns true if another process holds one of SQLite's locks, which are on the 512 bytes from 1 GiB.
    private func isDatabaseLocked() throws -> Bool {
        let file = try FileHandle(forUpdating: leftoff.home.appending(path: "leftoff.sqlite"))
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 0x4000_0000
        lock.l_len = 512
        guard fcntl(file.fileDescriptor, F_GETLK, &lock) == 0 else { return true }
        return lock.l_type != Int16(F_UNLCK)
    }

    /// The names of the files in the destination.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: files.path)) ?? []).sorted()
    }

    /// Returns the bytes of a file in the destination.
    func bytes(_ name: String) -> [UInt8]? {
        (try? Data(contentsOf: files.appending(path: name))).map { Array($0) }
    }

    /// Returns the first byte position of each request, in order; 0 for a request without Range.
    func starts(_ path: String) -> [Int] {
        server.requests(to: path).map { request in
            request.value(of: "Range").flatMap { Int($0.dropFirst(6).prefix { $0 != "-" }) } ?? 0
        }
    }
}
