import Foundation

/// Another program that reads what Leftoff prints, run in a directory of its own.
struct Tool {
    private static let directories = [
        "/usr/bin", "/bin", "/usr/local/bin", virtualEnvironment.appending(path: "bin").path,
    ]
    private static let virtualEnvironment = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: ".venv")

    let path: String

    /// Finds a program by its file name; nil if it is not installed.
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
            print("left out: what needs \(name), which is not installed")
            return false
        }
    }

    /// Runs the program to its end.
    ///
    /// - Parameters:
    ///   - arguments: What follows its name.
    ///   - directory: Where it runs and what it takes for the home directory; made if need be.
    ///   - input: What it reads.
    /// - Returns: What it left behind.
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
        // The descriptors live as long as their handles.
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
