import Fetching
import TestSupport
import Testing
import WHATWGURL

@Suite("IP address policy", .timeLimit(.minutes(20)))
struct IPAddressPolicyTests {
    /// Returns the bytes of a dotted IPv4 address.
    private func v4(_ text: String) -> [UInt8] {
        text.split(separator: ".").compactMap { UInt8($0) }
    }

    /// Returns the bytes of an IPv6 address in eight groups.
    private func v6(_ text: String) -> [UInt8] {
        text.split(separator: ":").compactMap { UInt16($0, radix: 16) }.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }

    @Test(
        "Addresses that are not globally reachable are rejected",
        arguments: [
            "0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254",
            "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.168.1.1", "198.18.0.1",
            "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
        ])
    func privateV4(address: String) {
        #expect(!IPAddressPolicy.publicOnly.allows(v4(address)))
        #expect(IPAddressPolicy.any.allows(v4(address)))
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + v4(address)
        #expect(!IPAddressPolicy.publicOnly.allows(mapped))
        let translated = v6("64:ff9b:0:0:0:0:0:0").prefix(12) + v4(address)
        #expect(!IPAddressPolicy.publicOnly.allows(Array(translated)))
    }

    @Test(
        "Public IPv4 addresses are allowed",
        arguments: [
            "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.1",
            "172.15.255.255", "172.32.0.0", "192.167.255.255", "198.17.255.255", "198.20.0.0", "223.255.255.255",
        ])
    func publicV4(address: String) {
        #expect(IPAddressPolicy.publicOnly.allows(v4(address)))
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + v4(address)
        #expect(IPAddressPolicy.publicOnly.allows(mapped))
    }

    @Test(
        "IPv6 addresses outside the global block are rejected",
        arguments: [
            "0:0:0:0:0:0:0:0", "0:0:0:0:0:0:0:1", "0:0:0:0:0:0:7f00:1", "64:ff9b:1:0:0:0:808:808", "fc00:0:0:0:0:0:0:1",
            "fd12:3456:0:0:0:0:0:1", "fe80:0:0:0:0:0:0:1", "fec0:0:0:0:0:0:0:1", "ff02:0:0:0:0:0:0:1",
            "2001:0:0:0:0:0:0:1",
            "2001:db8:0:0:0:0:0:1", "2002:7f00:1:0:0:0:0:1", "2002:a00:1:0:0:0:0:1", "3fff:0:0:0:0:0:0:1",
            "100:0:0:0:0:0:0:1",
        ])
    func privateV6(address: String) {
        #expect(!IPAddressPolicy.publicOnly.allows(v6(address)))
    }

    @Test("Public IPv6 addresses are allowed", arguments: ["2606:4700:0:0:0:0:0:1111", "2a00:1450:4001:0:0:0:0:1"])
    func publicV6(address: String) {
        #expect(IPAddressPolicy.publicOnly.allows(v6(address)))
    }

    @Test("An address of an unknown family is rejected", arguments: [0, 3, 5, 15, 17])
    func unknownKind(count: Int) {
        #expect(!IPAddressPolicy.publicOnly.allows([UInt8](repeating: 1, count: count)))
    }

    @Test(
        "No connection is made to a private address, in any notation",
        arguments: ["127.0.0.1", "localhost", "0x7f.1", "2130706433", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"])
    func noConnection(host: String) async throws {
        try await withServerAndEngine(["/a": .ok([])]) { server, engine in
            var request = TransferRequest(url: try server.url("/a", host: host))
            request.addressPolicy = .publicOnly
            let error = try await engine.failure(of: request)
            #expect(error.className == "refusedAddress")
            #expect(server.connectionCount == 0)
        }
    }

    @Test("A connection that was opened under a less strict policy is not reused")
    func openConnection() async throws {
        try await withServerAndEngine(["/a": .ok([])]) { server, engine in
            var request = TransferRequest(url: try server.url("/a"))
            _ = try await engine.get(request)
            request.addressPolicy = .publicOnly
            let result = try await engine.failure(of: request)
            #expect(result.className == "refusedAddress")
            #expect(server.requests.count == 1)
        }
    }
}
