import Glibc
import Testing

@testable import Service

@Suite("The owners of ports")
struct PortOwnersTests {
    private static let head =
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout\n"

    private static func line(_ local: String, _ state: String, _ user: Int) -> String {
        "   0: \(local) 00000000:0000 \(state) 00000000:00000000 00:00000000 00000000 \(user)        0 4711 1 0\n"
    }

    @Test("The owners are those of the listening sockets that receive connections to 127.0.0.1")
    func owners() {
        let all = String(repeating: "0", count: 32)
        let tables = [
            Self.head + Self.line("0100007F:14DA", "0A", 1000) + Self.line("00000000:14DB", "0A", 1001)
                + Self.line("0100007F:14DC", "01", 1002) + Self.line("0200007F:14DD", "0A", 1003),
            Self.head + Self.line("\(all):14DA", "0A", 1004) + Self.line("\(all):14DE", "0A", 1005) + "damaged\n",
        ]
        let table: [(UInt16, Set<UInt32>)] = [
            // A socket for one address takes precedence over one for all addresses.
            (0x14DA, [1000]), (0x14DB, [1001]), (0x14DE, [1005]),
            // A connection, a socket for another address, and a port without a socket.
            (0x14DC, []), (0x14DD, []), (0x14DF, []),
        ]
        for (port, users) in table { #expect(PortOwners.userIDs(ofPort: port, in: tables) == users, "\(port)") }
        #expect(PortOwners.userIDs(ofPort: 0x14DA, in: []).isEmpty)
    }

    @Test("The owner of a service of the same user is trusted, also among many sockets")
    func ownService() async throws {
        let service = try TestService(port: 0)
        let others = (0..<100).map { _ in socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
        defer { others.forEach { _ = close($0) } }
        // Without an address, each gets a port of its own.
        for other in others { #expect(listen(other, 1) == 0) }
        let owner = try await service.running { PortOwners.owner(ofPort: $0.port) }
        #expect(owner == .trusted)
    }
}
