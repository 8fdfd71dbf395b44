#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// An error that prevents the service from starting, or its tokens or settings from being used.
package enum ServiceError: Error, CustomStringConvertible {
    /// Another program uses the port.
    case addressInUse(port: UInt16)
    /// The port may not be used, for instance one below 1024.
    case addressRefused(port: UInt16, reason: String)
    /// The token file or its directory cannot be read or created.
    case tokenFile(path: String, reason: String)
    /// A file contains something other than a token, or other users may read or change it.
    case unsafeFile(path: String, reason: String)
    /// A file with authority cannot be read.
    case unreadableFile(path: String, errno: Int32)
    /// A file with authority is longer than its limit, in bytes.
    case largeFile(path: String, limit: Int)
    /// A file that several processes change cannot be written.
    case sharedFile(path: String, reason: String)
    /// Another process holds the lock of a file for too long.
    case lockedFile(path: String)
    /// The settings cannot be read.
    case settingsFile(path: String, reason: String)

    package var description: String {
        switch self {
        case .addressInUse(let port):
            "serve: port \(port) is in use: stop the program that uses it, or choose another port with --port"
        case .addressRefused(let port, let reason): "serve: cannot listen on port \(port): \(reason)"
        case .tokenFile(let path, let reason): "\(path): \(reason)"
        case .sharedFile(let path, let reason): "\(path): \(reason)"
        case .lockedFile(let path): "\(path): another process is changing it: try again"
        case .settingsFile(let path, let reason): "\(path): \(reason)"
        case .unsafeFile(let path, let reason): "\(path): \(reason)"
        case .unreadableFile(let path, let number):
            "\(path): \(strerror(number).map { String(cString: $0) } ?? "error \(number)")"
        case .largeFile(let path, let limit): "\(path): larger than \(limit) bytes"
        }
    }
}
