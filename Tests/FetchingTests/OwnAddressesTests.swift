import Synchronization
import TestSupport
import Testing
import WHATWGURL

@testable import Fetching

@Suite("The addresses of this machine", .timeLimit(.minutes(5)))
struct OwnAddressesTests {
    private static let v4: [UInt8] = [8, 8, 4, 4]
    private static let v6: [UInt8] = [0x2A, 0, 0x14, 0x50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]

    /// The spellings of the machine's IPv4 address in IPv6, and its IPv6 address.
    private static let spellings: [[UInt8]] = [
        v4, [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + v4,
        [UInt8](repeating: 0, count: 8) + [0xFF, 0xFF, 0, 0] + v4,
        [0, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8) + v4,
        [0x20, 0x02] + v4 + [UInt8](repeating: 0, count: 10), v6,
    ]

    @Test("A public address of this machine's own is refused in every spelling", arguments: spellings)
    func refused(address: [UInt8]) {
        let own = OwnAddresses(read: { [Self.v4, Self.v6] })
        let others = OwnAddresses(read: { [] })
        for policy in [IPAddressPolicy.publicOnly, .publicExcept(hosts: ["a"]), .publicRedirects(except: ["a"])] {
            #expect(!policy.allows(address, own: own))
            #expect(policy.allows(address, own: others))
        }
        #expect(IPAddressPolicy.any.allows(address, own: own))
        #expect(ThisMachine.isOwn(address, own) && !ThisMachine.isOwn(address, others))
    }

    @Test(
        "A name in the settings reaches other machines, and only a name that a person gave reaches this one",
        arguments: spellings + [
            [127, 0, 0, 1], [0, 0, 0, 0], [169, 254, 1, 1], [UInt8](repeating: 0, count: 15) + [1],
        ])
    func permittedName(address: [UInt8]) {
        let own = OwnAddresses(read: { [Self.v4, Self.v6] })
        let remote = PermittedHosts(named: [], remote: ["box.lan"])
        for policy in [IPAddressPolicy.publicExcept(hosts: remote), .publicRedirects(except: remote)] {
            #expect(!policy.allows(address, of: "box.lan", own: own))
            #expect(policy.allows([192, 168, 7, 7], of: "box.lan", own: own))
            #expect(!policy.allows([192, 168, 7, 7], of: "other.lan", own: own))
        }
        for policy in [IPAddressPolicy.publicExcept(hosts: ["box.lan"]), .publicRedirects(except: ["box.lan"])] {
            #expect(policy.allows(address, of: "box.lan", own: own))
        }
    }

    @Test("Redirects to a name in the settings are checked at the connection, unless a proxy resolves the name")
    func redirects() {
        let hosts = PermittedHosts(named: [], remote: ["box.lan", "10.0.0.9"])
        let policy = IPAddressPolicy.publicRedirects(except: hosts)
        for host in ["box.lan", "10.0.0.9"] {
            let url = WebURL("http://\(host)/")!
            var check = AddressCheck(policy, ownHost: "a.test")
            #expect(check.begin(url) { _ in nil } && check.mode == .direct)
            #expect(!check.allows([127, 0, 0, 1], of: host) && check.allows([10, 0, 0, 9], of: host))
            #expect(check.begin(url) { _ in "http://proxy.test" } && check.mode == .none)
        }
    }

    @Test("Other addresses are allowed")
    func allowed() {
        let own = OwnAddresses(read: { [Self.v4, Self.v6] })
        #expect(IPAddressPolicy.publicOnly.allows([8, 8, 4, 5], own: own))
        #expect(!IPAddressPolicy.publicOnly.allows([10, 0, 0, 1], own: own))
    }

    @Test("The addresses are read again after two seconds, and kept if they cannot be read")
    func cache() {
        let clock = Mutex(ContinuousClock.now)
        let list = Mutex<Set<[UInt8]>?>([Self.v4])
        let count = Mutex(0)
        let own = OwnAddresses(now: { clock.withLock { $0 } }) {
            count.withLock { $0 += 1 }
            return list.withLock { $0 }
        }
        #expect(own.contains(Self.v4) && !own.contains(Self.v6))
        list.withLock { $0 = [Self.v6] }
        clock.withLock { $0 += .seconds(2) }
        #expect(own.contains(Self.v4) && count.withLock { $0 } == 1)
        clock.withLock { $0 += .milliseconds(1) }
        #expect(own.contains(Self.v6) && !own.contains(Self.v4))
        list.withLock { $0 = nil }
        clock.withLock { $0 += .seconds(3) }
        #expect(own.contains(Self.v6) && count.withLock { $0 } == 3)
    }

    @Test("The system reports the loopback address")
    func system() throws {
        #expect(try #require(OwnAddresses.interfaceAddresses()).contains([127, 0, 0, 1]))
    }
}
