import Glibc

/// The resolution of names, as far as libcurl's error does not describe its failure.
package enum HostLookup {
    /// Returns true if the name service has responded that a host does not exist, rather than not at all.
    ///
    /// Without a network, no name counts as unknown, since some resolvers then respond as if no name existed. Names
    /// that end with `.invalid` never exist (RFC 6761, section 6.4).
    package static func isUnknown(_ host: String) async -> Bool {
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        if name.lowercased() == "invalid" || name.lowercased().hasSuffix(".invalid") { return true }
        return await isMissing(host) && hasNetwork
    }

    /// True if an interface other than loopback is running and has an address of the Internet Protocol.
    private static var hasNetwork: Bool {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return true }
        defer { freeifaddrs(first) }
        var next = first
        while let interface = next?.pointee {
            next = interface.ifa_next
            let flags = interface.ifa_flags
            guard let family = interface.ifa_addr?.pointee.sa_family, flags & UInt32(IFF_LOOPBACK) == 0,
                flags & UInt32(IFF_RUNNING) != 0
            else { continue }
            if family == sa_family_t(AF_INET) || family == sa_family_t(AF_INET6) { return true }
        }
        return false
    }

    private static func isMissing(_ host: String) async -> Bool {
        await withCheckedContinuation { continuation in
            // The lookup blocks for seconds if there is no name service, so it gets a thread of its own.
            let box = Box(host: host, continuation: continuation)
            var thread = pthread_t()
            let context = Unmanaged.passRetained(box)
            let status = pthread_create(
                &thread, nil,
                { context in
                    guard let context else { return nil }
                    Unmanaged<Box>.fromOpaque(context).takeRetainedValue().run()
                    return nil
                }, context.toOpaque())
            if status != 0 {
                context.release()
                continuation.resume(returning: false)
            } else {
                pthread_detach(thread)
            }
        }
    }

    private final class Box: Sendable {
        let host: String
        let continuation: CheckedContinuation<Bool, Never>

        init(host: String, continuation: CheckedContinuation<Bool, Never>) {
            self.host = host
            self.continuation = continuation
        }

        func run() {
            var found: UnsafeMutablePointer<addrinfo>?
            let status = getaddrinfo(host, nil, nil, &found)
            if let found { freeaddrinfo(found) }
            // EAI_NODATA is not declared everywhere; glibc's value is -5.
            continuation.resume(returning: status == EAI_NONAME || status == -5)
        }
    }
}
