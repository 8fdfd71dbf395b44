import Foundation
import Testing

/// The built binary with its own data directory, run as from a user's shell.
final class Leftoff: Sendable {
    /// The exit status and the output of a run.
    struct Outcome: Sendable {
        /// The exit code; -1 after a signal.
        var status: Int32
        var output: Data
        var errors: Data

        var text: String { String(decoding: output, as: UTF8.self) }
        var lines: [String] { text.split(separator: "\n").map(String.init) }
        var errorText: String { String(decoding: errors, as: UTF8.self) }
        var errorLines: [String] { errorText.split(separator: "\n").map(String.init) }
    }

    /// A directory that is removed when this value is released; the data directory is `home` in it.
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
            // The program that runs swift-testing is part of the toolchain, but the tests' image is in the build
            // directory.
            let image = try #require(CommandLine.arguments.first { $0.contains(".xctest") })
            return URL(filePath: image).deletingLastPathComponent().appending(path: "leftoff")
        }
    }

    /// Ends a program of these runs (SIGTERM) that the test did not start itself; does nothing if it has ended.
    ///
    /// The number of an ended program soon belongs to another one: all threads of this machine share 32,768 numbers.
    func end(_ process: pid_t) {
        let file = try? FileHandle(forReadingFrom: URL(filePath: "/proc/\(process)/environ"))
        let variables = (try? file?.readToEnd())?.split(separator: 0) ?? []
        guard variables.contains(where: { $0.elementsEqual("LEFTOFF_HOME=\(home.path)".utf8) }) else { return }
        kill(process, SIGTERM)
    }

    /// Creates the data directory with an empty store, which only commands that add something do.
    func createStore() throws {
        let outcome = try run(["import", "--quiet"], input: Data(#"{"leftoff":1}"#.utf8))
        try #require(outcome.status == 0, "\(outcome.errorText)")
    }

    /// Writes a file into the directory.
    @discardableResult
    func file(_ name: String, _ contents: some Sequence<UInt8>) throws -> URL {
        let url = directory.appending(path: name)
        try Data(contents).write(to: url)
        return url
    }

    /// Changes the store as another program would.
    func changeStore(_ sql: String) throws {
        let program = """
            import sqlite3, sys
            store = sqlite3.connect(sys.argv[1])
            store.executescript(sys.argv[2])
            store.commit()
            """
        let path = home.appending(path: "leftoff.sqlite").path
        let outcome = try #require(Tool("python3")).run(["-c", program, path, sql], in: directory)
        try #require(outcome.status == 0, "\(outcome.errorText)")
    }

    /// Starts the binary without waiting for it.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the program's name.
    ///   - environment: Further variables.
    ///   - input: The standard input; empty by default.
    ///   - output: The standard output; discarded by default.
    ///   - errors: The standard error; discarded by default.
    ///   - launcher: A program that starts the binary, and its arguments; none by default.
    /// - Returns: The running program.
    /// - Throws: An error if it cannot be started.
    func start(
        _ arguments: [String], environment: [String: String] = [:], input: FileHandle = .nullDevice,
        output: FileHandle = .nullDevice, errors: FileHandle = .nullDevice, through launcher: [String] = []
    ) throws -> ChildProcess {
        var variables = ProcessInfo.processInfo.environment
        for name in ["NO_COLOR", "CLICOLOR_FORCE", "LEFTOFF_MOTION", "LANG", "LC_ALL", "CI"] { variables[name] = nil }
        variables["LEFTOFF_HOME"] = home.path
        variables.merge(environment) { $1 }
        let words = launcher + [try Self.binary.path] + arguments
        return try ChildProcess(
            words[0], Array(words.dropFirst()), environment: variables, input: input.fileDescriptor,
            output: output.fileDescriptor, errors: errors.fileDescriptor)
    }

    /// Runs the binary and waits until it ends.
    func run(
        _ arguments: [String], input: Data = Data(), environment: [String: String] = [:],
        through launcher: [String] = []
    ) throws -> Outcome {
        // Files instead of pipes, which could fill up while they are not read.
        let base = directory.appending(path: ".run-\(UUID().uuidString)")
        let (inputURL, outputURL, errorURL) = (
            base.appendingPathExtension("in"), base.appendingPathExtension("out"), base.appendingPathExtension("err")
        )
        try input.write(to: inputURL)
        for url in [outputURL, errorURL] { try Data().write(to: url) }
        let process = try start(
            arguments, environment: environment, input: FileHandle(forReadingFrom: inputURL),
            output: FileHandle(forWritingTo: outputURL), errors: FileHandle(forWritingTo: errorURL), through: launcher)
        let ending = process.wait()
        var outcome = Outcome(
            status: -1, output: try Data(contentsOf: outputURL), errors: try Data(contentsOf: errorURL))
        if case .exit(let status) = ending { outcome.status = status }
        return outcome
    }
}
