import Foundation
import Glibc
import Testing

/// A native host, with which a test exchanges messages as a browser does.
final class NativeHostProcess {
    /// The arguments that Chromium passes.
    static let chromium = ["chrome-extension://okekocdladmcglknhgnkbcnbohhfimod/"]
    /// The arguments that Firefox passes.
    static let firefox = ["/usr/lib/mozilla/native-messaging-hosts/leftoff.json", "leftoff@leftoff.local"]

    /// A host that did not respond or end within two minutes.
    struct Hanging: Error {}

    /// The time in which the host must respond or end, in milliseconds; only a hanging host needs it.
    private static let timeout: Int32 = 120_000

    let process: ChildProcess
    private let input = ChildProcess.privatePipe()
    private let output = ChildProcess.privatePipe()
    private let errors: URL
    private var isInputOpen = true

    /// Starts a host.
    ///
    /// - Parameters:
    ///   - leftoff: The binary with its data directory.
    ///   - program: The program to run instead of the binary; it gets the path of the binary as its first argument.
    ///   - arguments: The arguments after `native-host`.
    ///   - environment: Further variables.
    /// - Throws: An error if it cannot be started.
    init(
        _ leftoff: Leftoff, program: [String] = [], arguments: [String] = chromium, environment: [String: String] = [:]
    ) throws {
        signal(SIGPIPE, SIG_IGN)
        errors = try leftoff.file("errors-\(UUID().uuidString)", [])
        let handle = try FileHandle(forWritingTo: errors)
        let words = ["native-host"] + arguments
        if let first = program.first {
            var variables = ProcessInfo.processInfo.environment
            variables["LEFTOFF_HOME"] = leftoff.home.path
            process = try ChildProcess(
                first, Array(program.dropFirst()) + [Leftoff.binary.path] + words,
                environment: variables.merging(environment) { $1 }, input: input.fileHandleForReading.fileDescriptor,
                output: output.fileHandleForWriting.fileDescriptor, errors: handle.fileDescriptor)
        } else {
            process = try leftoff.start(
                words, environment: environment, input: input.fileHandleForReading,
                output: output.fileHandleForWriting, errors: handle)
        }
        try input.fileHandleForReading.close()
        try output.fileHandleForWriting.close()
    }

    /// The lines that the host has written to standard error.
    var errorLines: [String] {
        ((try? String(contentsOf: errors, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
    }

    /// Returns a message with its length.
    static func framed(_ message: Data) -> Data {
        withUnsafeBytes(of: UInt32(message.count)) { Data($0) } + message
    }

    /// Returns the message of a request.
    static func message(_ id: Int, _ method: String, _ path: String, _ body: String? = nil) throws -> Data {
        var request: [String: Any] = ["id": id, "method": method, "path": path]
        if let body { request["body"] = body }
        return framed(try JSONSerialization.data(withJSONObject: request))
    }

    /// Sends bytes as they are.
    func send(_ bytes: Data) throws { try input.fileHandleForWriting.write(contentsOf: bytes) }

    /// Closes the pipe to the host.
    func endInput() throws {
        guard isInputOpen else { return }
        isInputOpen = false
        try input.fileHandleForWriting.close()
    }

    /// Closes the pipe from the host.
    func endOutput() throws { try output.fileHandleForReading.close() }

    /// Receives a message.
    ///
    /// - Returns: The message; nil if the host has closed the pipe.
    func receive() throws -> [String: Any]? {
        let head = try read(4)
        guard !head.isEmpty else { return nil }
        try #require(head.count == 4)
        let length = Int(head.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
        try #require(length <= 1024 * 1024)
        let message = try read(length)
        try #require(message.count == length)
        return try #require(try JSONSerialization.jsonObject(with: message) as? [String: Any])
    }

    /// Receives a response, of which there may be several parts.
    func response() throws -> (id: Int?, status: Int, body: String)? {
        guard var message = try receive() else { return nil }
        let id = message["id"] as? Int
        let status = try #require(message["status"] as? Int)
        var body = try #require(message["body"] as? String)
        while message["more"] as? Bool == true {
            message = try #require(try receive())
            #expect(message["id"] as? Int == id && message["status"] == nil)
            body += try #require(message["body"] as? String)
        }
        return (id, status, body)
    }

    /// Sends a request and waits for its response.
    func ask(_ method: String, _ path: String, _ body: String? = nil) throws -> (status: Int, body: String) {
        try send(try Self.message(1, method, path, body))
        let response = try #require(try response(), "\(errorLines)")
        #expect(response.id == 1)
        return (response.status, response.body)
    }

    /// Stores a snapshot, which may be stored already, and returns the id of its place.
    func capture(_ snapshot: String) throws -> String {
        let (status, body) = try ask("POST", "/api/snapshots", snapshot)
        try #require(status == 201 || status == 200, "\(body)")
        return try Self.id(of: body)
    }

    /// Returns the id in the JSON of a place.
    static func id(of body: String) throws -> String {
        let place = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
        return try #require(place?["id"] as? String)
    }

    /// Waits for the end of the host.
    func ending() throws -> ChildProcess.Ending {
        // The host's end closes the pipe. What it has sent before is discarded.
        while try !read(65_536).isEmpty {}
        return process.wait()
    }

    /// Closes the pipe to the host, and waits for its end.
    func finish() throws -> ChildProcess.Ending {
        try endInput()
        return try ending()
    }

    private func read(_ count: Int) throws -> Data {
        var bytes = Data()
        let descriptor = output.fileHandleForReading.fileDescriptor
        while bytes.count < count {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&entry, 1, Self.timeout)
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { throw Hanging() }
            guard let part = try output.fileHandleForReading.read(upToCount: count - bytes.count), !part.isEmpty else {
                break
            }
            bytes += part
        }
        return bytes
    }
}
