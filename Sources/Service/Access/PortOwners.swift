import Glibc

/// The users whose programs listen on the TCP ports of this machine.
///
/// Any user can listen on a port while the service does not run, and would receive the token of its clients.
package enum PortOwners {
    /// The kinds of users that can own a port.
    package enum Owner: Sendable {
        /// This user or root.
        case trusted
        case otherUser
        /// No program listens.
        case nobody
        /// The system does not report the owners; only Linux does.
        case unknown
    }

    /// The addresses that receive connections to 127.0.0.1, as Linux writes them on little-endian machines: those that
    /// take precedence first, then those for all addresses.
    private static let addresses: [Set<Substring>] = [
        ["0100007F", "0000000000000000FFFF00000100007F"], ["00000000", "00000000000000000000000000000000"],
    ]
    /// The state of a listening socket.
    private static let listening = "0A"

    /// Returns the owner of the programs that receive connections to a port of 127.0.0.1.
    package static func owner(ofPort port: UInt16) -> Owner {
        // A line can be missing if other sockets are closed while the table is read.
        for _ in 0..<3 {
            let tables = ["/proc/net/tcp", "/proc/net/tcp6"].compactMap(text)
            guard !tables.isEmpty else { return .unknown }
            let users = userIDs(ofPort: port, in: tables)
            if !users.isEmpty { return users.isSubset(of: [0, geteuid()]) ? .trusted : .otherUser }
        }
        return .nobody
    }

    /// Returns the text of a file in /proc; nil if it cannot be read.
    ///
    /// `String(contentsOfFile:)` would end at the first short read, after about 25 sockets.
    private static func text(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk.prefix(count)
        }
    }

    /// Returns the ids of the users whose programs receive connections to a port of 127.0.0.1.
    ///
    /// - Parameters:
    ///   - port: The port to which a client is going to connect.
    ///   - tables: The texts of /proc/net/tcp and /proc/net/tcp6 (proc_net(5)).
    /// - Returns: The ids; none if no program listens.
    static func userIDs(ofPort port: UInt16, in tables: [String]) -> Set<UInt32> {
        let sockets = tables.flatMap { $0.split(separator: "\n").dropFirst() }
            .compactMap { line -> (address: Substring, user: UInt32)? in
                // Slot, local address, remote address, state, queues, timer, retransmissions, user.
                let fields = line.split(separator: " ")
                guard fields.count > 7, fields[3] == listening, let user = UInt32(fields[7]) else { return nil }
                let local = fields[1].split(separator: ":")
                guard local.count == 2, UInt16(local[1], radix: 16) == port else { return nil }
                return (local[0], user)
            }
        let users = addresses.map { addresses in
            Set(sockets.filter { addresses.contains($0.address) }.map(\.user))
        }
        return users.first { !$0.isEmpty } ?? []
    }
}
