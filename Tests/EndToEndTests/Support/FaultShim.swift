import Foundation
import Testing

/// The library of `Shim/FaultShim.c`, built once and put under programs by LD_PRELOAD: it lets disks fail and clocks
/// jump, and kills at a chosen operation.
struct FaultShim {
    /// A fault that the program meets.
    enum Fault {
        /// Kills itself at the operation of this number, counted from 1.
        case kill(at: Int)
        /// Rules as the library's own text has them, `pwrite,write:ENOSPC:.leftoff-part:100000`.
        case fail(String)
        /// Counts the operations: one byte each in a file.
        case count(URL)
        /// Another time of day, in seconds.
        case clock(Int)
        /// Another file of certificate authorities.
        case authorities(URL)
    }

    private static let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Shim/FaultShim.c")

    /// The built library; nil where there is no C compiler, or LD_PRELOAD means nothing.
    private static let library: URL? = {
        #if os(Linux)
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
        #endif
        return nil
    }()

    /// True if the library can be built; prints a message otherwise.
    static var isAvailable: Bool {
        if library != nil { return true }
        print("left out: faults of the disk, which need Linux and a C compiler")
        return false
    }

    /// The variables that put a program under the library.
    ///
    /// - Parameters:
    ///   - faults: What it is to meet.
    ///   - root: The directory below which operations count.
    /// - Returns: The variables.
    /// - Throws: When there is no library.
    static func environment(_ faults: [Fault], below root: URL) throws -> [String: String] {
        var variables = ["LD_PRELOAD": try #require(library).path, "FAULT_ROOT": root.resolvingSymlinksInPath().path]
        for fault in faults {
            switch fault {
            case .kill(let number): variables["FAULT_KILL"] = "\(number)"
            case .fail(let rules): variables["FAULT_FAIL"] = rules
            case .count(let file): variables["FAULT_COUNT"] = file.path
            case .clock(let seconds): variables["FAULT_CLOCK"] = "\(seconds)"
            case .authorities(let file): variables["FAULT_CA"] = file.path
            }
        }
        return variables
    }
}
