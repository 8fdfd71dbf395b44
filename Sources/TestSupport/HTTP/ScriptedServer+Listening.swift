import Foundation

extension ScriptedServer {
    /// Reserves a loopback port on which no server listens.
    ///
    /// The port stays reserved until the process ends: the system chooses it for no other socket. A server that is told
    /// its number can still listen on it, if it sets SO_REUSEADDR, as servers do.
    ///
    /// - Returns: A port that refuses connections until such a server has started.
    /// - Throws: ``ScriptedServerError/socket(call:code:)``.
    package static func reservedPort() throws -> UInt16 {
        let (descriptor, port) = try bind()
        // Linux lets two sockets share a port if both have this option and neither listens yet.
        var isReusable: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReusable, socklen_t(MemoryLayout<Int32>.size))
        return port
    }

    /// Returns a socket that listens on a free loopback port, and the port.
    static func listen() throws -> (Int32, UInt16) {
        let (descriptor, port) = try bind()
        guard Foundation.listen(descriptor, 512) == 0 else {
            let code = errno
            close(descriptor)
            throw ScriptedServerError.socket(call: "listen", code: code)
        }
        return (descriptor, port)
    }

    private static func bind() throws -> (descriptor: Int32, port: UInt16) {
        #if os(Linux)
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw ScriptedServerError.socket(call: "socket", code: errno) }
        var address = sockaddr_in(loopbackPort: 0)
        let failure = address.withGeneric { generic, size -> String? in
            guard Foundation.bind(descriptor, generic, size) == 0 else { return "bind" }
            guard getsockname(descriptor, generic, &size) == 0 else { return "getsockname" }
            return nil
        }
        if let failure {
            let code = errno
            close(descriptor)
            throw ScriptedServerError.socket(call: failure, code: code)
        }
        return (descriptor, address.port)
    }
}
