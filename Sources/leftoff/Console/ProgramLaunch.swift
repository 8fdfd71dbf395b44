import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The settings with which a program is started.
struct ProgramLaunch {
    /// The program, which is looked up in PATH if it contains no slash, and its arguments.
    var command: [String]
    /// The environment variables of the program.
    var environment: [String: String]
    /// The descriptor for standard input; nil for the null device.
    var input: Int32?
    /// The descriptor for standard output; nil for the null device.
    var output: Int32?
    /// The descriptor for standard error; nil for the null device.
    var errors: Int32?
    /// True for a session of its own, in which the program survives the terminal and the program that started it.
    var ownsSession = true

    /// Starts the program.
    ///
    /// It inherits no other descriptor than its standard streams: a browser waits until its native host closes the
    /// pipes, and would otherwise wait for the program too.
    ///
    /// - Returns: The id of its process.
    /// - Throws: ``StartFailure`` if the program cannot be started.
    func start() throws(StartFailure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, source) in [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
            if let source {
                posix_spawn_file_actions_adddup2(&actions, source, target)
            } else {
                let mode = target == STDIN_FILENO ? O_RDONLY : O_WRONLY
                posix_spawn_file_actions_addopen(&actions, target, "/dev/null", mode, 0)
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Leftoff ignores SIGPIPE, and its caller may have blocked signals.
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        #if os(Linux)
            for descriptor in Self.inheritedDescriptors { posix_spawn_file_actions_addclose(&actions, descriptor) }
            // POSIX_SPAWN_SETSID, which Swift does not import.
            if ownsSession { flags |= 0x80 }
        #else
            flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
            if ownsSession { flags |= POSIX_SPAWN_SETSID }
        #endif
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var process: pid_t = 0
        let result = posix_spawnp(&process, command[0], &actions, &attributes, &words, &variables)
        guard result == 0 else { throw StartFailure(program: command[0], reason: SystemError.text(result)) }
        return process
    }

    #if os(Linux)
        /// The descriptors above the standard streams that a program would inherit.
        private static var inheritedDescriptors: [Int32] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return names.compactMap(Int32.init).filter { descriptor in
                let flags = fcntl(descriptor, F_GETFD)
                return descriptor > STDERR_FILENO && flags >= 0 && flags & FD_CLOEXEC == 0
            }
        }
    #endif

    /// An error that prevents a program from being started.
    struct StartFailure: Error, CustomStringConvertible {
        var program: String
        var reason: String

        var description: String { "cannot run \(program): \(reason)" }
    }
}
