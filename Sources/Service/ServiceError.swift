/// Why the service could not start, or its tokens could not be had.
package enum ServiceError: Error, CustomStringConvertible {
    /// Another program listens on the port.
    case addressInUse(port: UInt16)
    /// The port may not be bound, for instance one below 1024.
    case addressRefused(port: UInt16, reason: String)
    /// The token file or its directory could not be read or made.
    case tokenFile(path: String, reason: String)
    /// The token file holds something else, or others may read it.
    case unsafeTokenFile(path: String, reason: String)
    /// The settings cannot be read or written.
    case settingsFile(path: String, reason: String)

    package var description: String {
        switch self {
        case .addressInUse(let port):
            "serve: port \(port) is in use: end the program that listens there or choose another with --port"
        case .addressRefused(let port, let reason): "serve: cannot listen on port \(port): \(reason)"
        case .tokenFile(let path, let reason): "\(path): \(reason)"
        case .settingsFile(let path, let reason): "\(path): \(reason)"
        case .unsafeTokenFile(let path, let reason): "\(path): \(reason)"
        }
    }
}
