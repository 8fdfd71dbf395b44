import Foundation

/// Another program that reads the output of Leftoff, run in its own directory.
struct Tool {
    private static let directories = [
        "/usr/bin", "/bin", "/usr/local/bin", virtualEnvironment.appending(path: "bin").path,
    ]
    private static let virtualEnvironment = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: ".venv")

    let path: String

    /// Searches for a program by its file name; nil if it is not installed.
    init?(_ name: String) {
        guard
            let path = Self.directories.map({ "\($0)/\(name)" }).first(where: FileManager.default.isExecutableFile)
        else { return nil }
        self.path = path
    }

    /// Returns true if programs are installed, and prints the name of a missing one.
    static func all(_ names: String...) -> Bool {
        names.allSatisfy { name in
            if Tool(name) != nil { return true }
            print("skipped: tests that need \(name), which is not installed")
            return false
        }
    }

    /// Runs the program and waits until it ends.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the program's name.
    ///   - directory: The working directory and home directory, created if necessary.
    ///   - input: The standard input.
    /// - Returns: The exit status and the output.
    /// - Throws: An error if it cannot be started.
    func run(_ arguments: [String], in directory: URL, input: Data = Data()) throws -> Leftoff.Outcome {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let base = URL.temporaryDirectory.appending(path: "leftoff-tool-\(UUID().uuidString)")
        let files = ["in", "out", "err"].map { base.appendingPathExtension($0) }
        defer { for file in files { try? FileManager.default.removeItem(at: file) } }
        try input.write(to: files[0])
        for file in files.dropFirst() { try Data().write(to: file) }
        let handles = (
            input: try FileHandle(forReadingFrom: files[0]), output: try FileHandle(forWritingTo: files[1]),
            errors: try FileHandle(forWritingTo: files[2])
        )
        // The descriptors stay open as long as their handles exist.
        let ending = try withExtendedLifetime(handles) {
            try ChildProcess(
                "/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", directory.path, path] + arguments,
                environment: [
                    "PATH": Self.directories.joined(separator: ":"), "HOME": directory.path, "LC_ALL": "C.UTF-8",
                ],
                input: handles.input.fileDescriptor, output: handles.output.fileDescriptor,
                errors: handles.errors.fileDescriptor
            ).wait()
        }
        var outcome = Leftoff.Outcome(
            status: -1, output: try Data(contentsOf: files[1]), errors: try Data(contentsOf: files[2]))
        if case .exit(let status) = ending { outcome.status = status }
        return outcome
    }
}
