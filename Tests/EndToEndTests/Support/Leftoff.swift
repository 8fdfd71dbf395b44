import Foundation
import Testing

/// The built binary with a data directory of its own, run as a person's shell would run it.
final class Leftoff: Sendable {
    /// What a run left behind.
    struct Outcome: Sendable {
        var status: Int32
        var wasSignalled: Bool
        var output: Data
        var errors: Data

        var text: String { String(decoding: output, as: UTF8.self) }
        var lines: [String] { text.split(separator: "\n").map(String.init) }
        var errorText: String { String(decoding: errors, as: UTF8.self) }
        var errorLines: [String] { errorText.split(separator: "\n").map(String.init) }
    }

    /// A directory that is removed with this value; the data directory is `home` below it.
    let directory: URL

    init() throws {
        directory = URL.temporaryDirectory.appending(path: "leftoff-e2e-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// The data directory of these runs.
    var home: URL { directory.appending(path: "home") }

    /// The binary, which the package manager builds beside the tests.
    static var binary: URL {
        get throws {
            let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let beside = URL(filePath: bundle).deletingLastPathComponent().appending(path: "leftoff")
            if FileManager.default.isExecutableFile(atPath: beside.path) { return beside }
            // The helper that runs swift-testing lives in the toolchain; the tests' own image does not.
            let image = try #require(CommandLine.arguments.first { $0.contains(".xctest") })
            return URL(filePath: image).deletingLastPathComponent().appending(path: "leftoff")
        }
    }

    /// Writes a file into the directory.
    @discardableResult
    func file(_ name: String, _ contents: some Sequence<UInt8>) throws -> URL {
        let url = directory.appending(path: name)
        try Data(contents).write(to: url)
        return url
    }

    /// Makes a process that has not started.
    func process(_ arguments: [String], environment: [String: String] = [:]) throws -> Process {
        let process = Process()
        process.executableURL = try Self.binary
        process.arguments = arguments
        process.currentDirectoryURL = directory
        var variables = ProcessInfo.processInfo.environment
        for name in ["NO_COLOR", "CLICOLOR_FORCE", "LEFTOFF_MOTION", "http_proxy", "https_proxy", "HTTPS_PROXY"] {
            variables[name] = nil
        }
        variables["LEFTOFF_HOME"] = home.path
        process.environment = variables.merging(environment) { $1 }
        return process
    }

    /// Runs the binary to its end.
    func run(
        _ arguments: [String], input: Data = Data(), environment: [String: String] = [:]
    ) throws -> Outcome {
        let process = try process(arguments, environment: environment)
        // Files, not pipes: nothing can fill up while nobody reads.
        let base = directory.appending(path: ".run-\(UUID().uuidString)")
        let (inputURL, outputURL, errorURL) = (
            base.appendingPathExtension("in"), base.appendingPathExtension("out"), base.appendingPathExtension("err")
        )
        try input.write(to: inputURL)
        for url in [outputURL, errorURL] { try Data().write(to: url) }
        process.standardInput = try FileHandle(forReadingFrom: inputURL)
        process.standardOutput = try FileHandle(forWritingTo: outputURL)
        process.standardError = try FileHandle(forWritingTo: errorURL)
        try process.run()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, wasSignalled: process.terminationReason == .uncaughtSignal,
            output: try Data(contentsOf: outputURL), errors: try Data(contentsOf: errorURL))
    }
}
