import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The IP addresses of this machine's network interfaces.
///
/// A server on the internet has a public address of its own, at which services may listen that only this machine should
/// reach, for example because a firewall protects them from others.
package final class OwnAddresses: Sendable {
    private struct State {
        var addresses: Set<[UInt8]> = []
        var readAt: ContinuousClock.Instant?
    }

    /// The time for which the addresses are cached.
    ///
    /// Reading them takes 0.1 ms, and every connection asks for them. An interface that gets a new address is known
    /// after this time.
    private static let lifetime: Duration = .seconds(2)

    /// The addresses of this machine.
    package static let current = OwnAddresses()

    private let read: @Sendable () -> Set<[UInt8]>?
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    /// Creates a list.
    ///
    /// - Parameters:
    ///   - now: A clock that is never set.
    ///   - read: Returns the addresses in network order, 4 bytes for IPv4 and 16 for IPv6; nil if they are unknown,
    ///     after which the previous ones hold.
    package init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        read: @escaping @Sendable () -> Set<[UInt8]>? = { OwnAddresses.interfaceAddresses() }
    ) {
        self.now = now
        self.read = read
    }

    /// Returns true if an interface has an address.
    ///
    /// - Parameter address: The address in network order: 4 bytes for IPv4, 16 for IPv6.
    /// - Returns: True also for loopback addresses.
    func contains(_ address: [UInt8]) -> Bool {
        let now = now()
        return state.withLock { state in
            if state.readAt.map({ now - $0 > Self.lifetime }) ?? true {
                if let addresses = read() { state.addresses = addresses }
                state.readAt = now
            }
            return state.addresses.contains(address)
        }
    }

    /// Returns the addresses that the system reports; nil if it reports none.
    package static func interfaceAddresses() -> Set<[UInt8]>? {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return nil }
        defer { freeifaddrs(first) }
        var addresses: Set<[UInt8]> = []
        var next = first
        while let interface = next {
            next = interface.pointee.ifa_next
            guard let address = interface.pointee.ifa_addr else { continue }
            switch Int32(address.pointee.sa_family) {
            case AF_INET:
                address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
                    _ = addresses.insert(withUnsafeBytes(of: address.pointee.sin_addr) { Array($0) })
                }
            case AF_INET6:
                address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
                    _ = addresses.insert(withUnsafeBytes(of: address.pointee.sin6_addr) { Array($0) })
                }
            default: break
            }
        }
        return addresses
    }
}
