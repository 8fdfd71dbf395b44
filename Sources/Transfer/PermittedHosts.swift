/// The hosts that may be contacted although their addresses are not public.
///
/// The names are in the form of ``WebURL/hostname``.
package struct PermittedHosts: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// The hosts that a person named on this machine, with every address.
    package var named: Set<String>

    /// The hosts that the settings of the web page name, with every address but those of this machine.
    ///
    /// A request to the service can change the settings, and must not reach the other services of this machine, under
    /// whichever name.
    package var remote: Set<String>

    /// Creates a set of hosts.
    package init(named: Set<String>, remote: Set<String> = []) {
        self.named = named
        self.remote = remote
    }

    package init(arrayLiteral hosts: String...) { self.init(named: Set(hosts)) }

    /// Returns true if a host is permitted, as far as the host alone shows.
    ///
    /// - Parameter host: The name or the IP address. The address of a name decides when the connection is made.
    /// - Returns: False for a host of the settings that is certainly this machine.
    package func permits(_ host: String) -> Bool {
        named.contains(host) || remote.contains(host) && !ThisMachine.isNamed(host)
    }

    /// Returns true if a connection to an address of a host is permitted.
    ///
    /// - Parameters:
    ///   - address: The address in network order.
    ///   - host: The name that resolved to the address.
    ///   - own: The addresses of this machine.
    /// - Returns: True if the host is one of these, and the address is none of this machine or the host was named.
    func permits(_ address: [UInt8], of host: String, own: OwnAddresses = .current) -> Bool {
        named.contains(host) || remote.contains(host) && !ThisMachine.isOwn(address, own)
    }
}
