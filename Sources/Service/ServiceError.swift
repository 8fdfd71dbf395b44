/// An error that prevents the service from starting, or its tokens or settings from being used.
package enum ServiceError: Error, CustomStringConvertible {
    /// Another program uses the port.
    case addressInUse(port: UInt16)
    /// The port may not be used, for instance one below 1024.
    case addressRefused(port: UInt16, reason: String)
    /// The token file or its directory cannot be read or created.
    case tokenFile(path: String, reason: String)
    /// The token file contains something other than a token, or others may read it.
    case unsafeTokenFile(path: String, reason: String)
    /// The settings cannot be read or written.
    case settingsFile(path: String, reason: String)

    package var description: String {
        switch self {
        case .addressInUse(let port):
            "serve: port \(port) is in use: stop the program that uses it, or choose another port with --port"
        case .addressRefused(let port, let reason): "serve: cannot listen on port \(port): \(reason)"
        case .tokenFile(let path, let reason): "\(path): \(reason)"
        case .settingsFile(let path, let reason): "\(path): \(reason)"
        case .unsafeTokenFile(let path, let reason): "\(path): \(reason)"
        }
    }
}
