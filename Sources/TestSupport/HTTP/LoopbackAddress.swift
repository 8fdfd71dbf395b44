#if canImport(Glibc)
    package import Glibc
#else
    package import Darwin
#endif

/// Addresses of this machine.
extension sockaddr_in {
    /// The address 127.0.0.1 with a port; 0 stands for a free port.
    package init(loopbackPort port: UInt16) {
        self.init()
        sin_family = sa_family_t(AF_INET)
        sin_port = port.bigEndian
        sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    }

    /// The port.
    package var port: UInt16 { UInt16(bigEndian: sin_port) }

    /// Calls functions of the socket interface with the address, which they may change.
    ///
    /// - Parameter body: Receives the address in its generic form, and its size in bytes.
    /// - Returns: The result of `body`.
    package mutating func withGeneric<Result>(
        _ body: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Result
    ) -> Result {
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &self) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &size) }
        }
    }
}
