import Foundation
import Testing

/// The library of `Shim/FaultShim.c`, built once and loaded into programs with LD_PRELOAD.
///
/// It makes disks fail, changes the clock, and kills the program at a chosen operation.
struct FaultShim {
    /// A fault that the program encounters.
    enum Fault {
        /// Kills the program at the operation with this number, counted from 1.
        case kill(at: Int)
        /// Kills the program when it writes to a socket, after this many bytes of it are sent.
        case killSending(after: Int)
        /// Lets the kills have no effect before this file exists.
        case armed(by: URL)
        /// Makes operations fail by the library's rules, such as `pwrite,write:ENOSPC:.leftoff-part:100000`.
        case fail(String)
        /// Counts the operations by writing one byte for each to a file.
        case count(URL)
        /// Logs the operations by appending a line with the name and the path of each to a file.
        case log(URL)
        /// Shifts the time of day by a number of seconds.
        case clock(Int)
        /// Shifts the time since the start of the system by a number of seconds.
        case uptime(Int)
        /// Makes the time of CLOCK_MONOTONIC pass slower by a factor.
        case slowness(Int)
        /// Makes the time of CLOCK_BOOTTIME, by which displays measure, pass slower by a factor.
        case drag(Int)
        /// Replaces the file of certificate authorities.
        case authorities(URL)
        /// Replaces `/proc/meminfo`.
        case memory(URL)
        /// Hides a library from dlopen.
        case lack(String)
        /// Reports that a directory has no free space.
        case full(URL)
    }

    private static let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Shim/FaultShim.c")

    /// The built library; nil if there is no C compiler or LD_PRELOAD is not supported.
    private static let library: URL? = {
        let directories = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        let compilers = directories.flatMap { path in ["clang", "cc", "gcc"].map { "\(path)/\($0)" } }
        let library = URL.temporaryDirectory.appending(path: "leftoff-shim-\(UUID().uuidString).so")
        let nowhere = FileHandle.nullDevice.fileDescriptor
        for compiler in compilers where FileManager.default.isExecutableFile(atPath: compiler) {
            let arguments = ["-shared", "-fPIC", "-O1", "-o", library.path, source.path, "-ldl"]
            let child = try? ChildProcess(
                compiler, arguments, environment: ProcessInfo.processInfo.environment, input: nowhere,
                output: nowhere, errors: nowhere)
            if child?.wait() == .exit(0) { return library }
        }
        return nil
    }()

    /// True if the library can be built; prints a message otherwise.
    static var isAvailable: Bool {
        if library != nil { return true }
        print("skipped: tests with faults of the disk, which need Linux and a C compiler")
        return false
    }

    /// Returns the environment variables with which a program waits ten times longer for responses, because a busy
    /// machine may delay them; none if the library cannot be built.
    static func patience(below root: URL) throws -> [String: String] {
        isAvailable ? try environment([.slowness(10)], below: root) : [:]
    }

    /// Returns the environment variables that load the library into a program.
    ///
    /// - Parameters:
    ///   - faults: The faults of the program.
    ///   - root: The directory below which operations count.
    /// - Returns: Names and values of the variables.
    /// - Throws: An error if the library cannot be built.
    static func environment(_ faults: [Fault], below root: URL) throws -> [String: String] {
        var variables = ["LD_PRELOAD": try #require(library).path, "FAULT_ROOT": root.resolvingSymlinksInPath().path]
        for fault in faults {
            switch fault {
            case .kill(let number): variables["FAULT_KILL"] = "\(number)"
            case .killSending(let count): variables["FAULT_KILL_SEND"] = "\(count)"
            case .armed(let file): variables["FAULT_ARM"] = file.path
            case .fail(let rules): variables["FAULT_FAIL"] = rules
            case .count(let file): variables["FAULT_COUNT"] = file.path
            case .log(let file): variables["FAULT_LOG"] = file.path
            case .clock(let seconds): variables["FAULT_CLOCK"] = "\(seconds)"
            case .uptime(let seconds): variables["FAULT_UPTIME"] = "\(seconds)"
            case .slowness(let factor): variables["FAULT_SLOW"] = "\(factor)"
            case .drag(let factor): variables["FAULT_DRAG"] = "\(factor)"
            case .authorities(let file): variables["FAULT_CA"] = file.path
            case .memory(let file): variables["FAULT_MEMORY"] = file.path
            case .lack(let library): variables["FAULT_LACK"] = library
            case .full(let directory): variables["FAULT_FULL"] = directory.path
            }
        }
        return variables
    }
}
