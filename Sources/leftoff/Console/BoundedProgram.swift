#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A program that is run for its output, for a limited time.
enum BoundedProgram {
    /// The maximum size of the output that is read, in bytes.
    private static let outputLimit = 1 << 16

    /// Runs a program and waits for its end.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments.
    ///   - environment: The environment variables of the program.
    ///   - timeout: The time after which the program is killed.
    /// - Returns: The exit code and the standard output; nil if the program cannot be started, did not end in time or
    ///   was ended by a signal.
    static func run(
        _ command: [String], environment: [String: String], timeout: Duration
    ) -> (status: Int32, output: String)? {
        guard let pipe = PipeReader(limit: outputLimit) else { return nil }
        let launch = ProgramLaunch(command: command, environment: environment, output: pipe.writeEnd)
        guard let process = try? launch.start() else { return nil }
        pipe.closeWriteEnd()
        if !pipe.readToEnd(until: .now + timeout) { kill(process, SIGKILL) }
        // A program may close its standard output before it ends.
        let end = ContinuousClock.now + timeout
        var status: Int32 = 0
        while true {
            let result = waitpid(process, &status, WNOHANG)
            if result == process { break }
            if result < 0, errno != EINTR { return nil }
            if ContinuousClock.now > end { kill(process, SIGKILL) }
            poll(nil, 0, 5)
        }
        return status & 0x7F == 0 ? ((status >> 8) & 0xFF, pipe.text) : nil
    }
}
